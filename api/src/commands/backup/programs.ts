import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError } from '../../ground/explainedError.ts';
import { installedPostgres } from '../../platform/embedded/installed.ts';

/** Where certificates of public authorities stand, for a program that does not look by itself. */
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** The folder of Postgres' own programs. @throws ExplainedError if the machine has none */
export function postgresPrograms(): string {
  if (installedPostgres !== undefined) return installedPostgres;
  throw new ExplainedError(
    'Postgres’ own programs are not installed here (Debian: postgresql, of the version of your server or newer): they save, and start the server that a backup is looked at on.',
  );
}

/** An address as variables of its programs: on a command line everybody on the machine would read the password. */
export function environmentOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const rootCertificate = searchParams.get('sslrootcert') ?? (existsSync(authorities) ? authorities : undefined);
  return {
    PATH: process.env.PATH ?? '',
    LC_ALL: 'C.UTF-8',
    PGHOST: hostname,
    PGPORT: port === '' ? '5432' : port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? 'prefer',
    ...(rootCertificate !== undefined && { PGSSLROOTCERT: rootCertificate }),
    PGAPPNAME: 'trellis backup',
  };
}

/** Runs one of them to its end. @throws ExplainedError with what it says */
export const runPostgres = (program: string, args: readonly string[], url: string): Promise<void> =>
  runProgram(join(postgresPrograms(), program), args, { env: environmentOf(url) });

/** Runs a program to its end. @throws ExplainedError with the last of what it says */
export async function runProgram(file: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-2_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', (error) => reject(new ExplainedError(`${file}: ${error.message}`, { cause: error })));
  });
  if (code !== 0) throw new ExplainedError(`${file} ended with ${code}:\n${said.trim()}`);
}
