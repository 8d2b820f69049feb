import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError, explainSystemError } from '../../ground/explainedError.ts';
import { ownersAddress } from '../../ground/place.ts';
import { applicationRole } from '../db/applicationRole.ts';
import type { PostgresBinaries, RunAs } from './binaries.ts';
import { run } from './processes.ts';

const owner = 'trellis';
export const database = 'trellis';

export type ClusterFiles = Pick<Cluster, 'dataDirectory' | 'passwordFile' | 'applicationPasswordFile'>;

export interface Cluster {
  readonly dataDirectory: string;
  /** The owner's password. */
  readonly passwordFile: string;
  /** The password of the application's login, which is not the owner's. */
  readonly applicationPasswordFile: string;
  readonly logFile: string;
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs;
}

/** Makes the data folder. @throws ExplainedError if it cannot be written in */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    const probe = join(path, `.write-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw explainSystemError(error, path);
  }
}

/**
 * Creates the cluster's files, with a random password that only its owner can read. They get their name when they are
 * complete: a start that was cut short leaves nothing that looks like a cluster, and no cluster is ever removed.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { dataDirectory, passwordFile, runAs } = cluster;
  const arriving = `${dataDirectory}.new`;
  const password = randomBytes(24).toString('base64url');
  const handover = join(dataDirOf(cluster), `.initial-password-${process.pid}`);
  try {
    rmSync(arriving, { recursive: true, force: true });
    mkdirSync(arriving, { mode: 0o700 });
    writeFileSync(handover, password, { mode: 0o600 });
    if (runAs.uid !== undefined && runAs.gid !== undefined) {
      chownSync(arriving, runAs.uid, runAs.gid);
      chownSync(handover, runAs.uid, runAs.gid);
    }
    // Without an explicit locale an empty LANG silently gives SQL_ASCII.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
    const access = ['-U', owner, `--pwfile=${handover}`, '--auth=scram-sha-256'];
    const args = ['-D', arriving, ...access, ...locale, '--data-checksums'];
    const { code, output } = await run(runAs, cluster.binaries.initdb, args);
    if (code !== 0) throw postgresFailure('The embedded Postgres could not create its data folder', output, cluster);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    renameSync(arriving, dataDirectory);
  } catch (error) {
    rmSync(arriving, { recursive: true, force: true });
    throw explainSystemError(error, dataDirOf(cluster));
  } finally {
    rmSync(handover, { force: true });
  }
}

/** The product's data folder around the cluster's. */
export const dataDirOf = (cluster: Cluster): string => join(cluster.dataDirectory, '..');

/** Where the files of a data folder's cluster are. */
export const clusterFiles = (dataDir: string): ClusterFiles => ({
  dataDirectory: join(dataDir, 'postgres'),
  passwordFile: join(dataDir, 'postgres-password'),
  applicationPasswordFile: join(dataDir, 'postgres-application-password'),
});

/** Makes the password of the application's login, once: a data folder of before has none. */
export function makeApplicationPassword({ applicationPasswordFile }: ClusterFiles): void {
  try {
    if (existsSync(applicationPasswordFile)) return;
    // Whole or not there, whatever happens to this process.
    const arriving = `${applicationPasswordFile}.new`;
    writeFileSync(arriving, randomBytes(24).toString('base64url'), { mode: 0o600 });
    renameSync(arriving, applicationPasswordFile);
  } catch (error) {
    throw explainSystemError(error, applicationPasswordFile);
  }
}

/** Connection address of the cluster on a port, as its owner. */
export const ownerAddressOf = ({ passwordFile }: ClusterFiles, port: number): string =>
  ownersAddress(addressOf(owner, passwordFile, port));

/** The same as the application, whose login `npm run migrate` and every start make. */
export const applicationAddressOf = ({ applicationPasswordFile }: ClusterFiles, port: number): string =>
  addressOf(applicationRole, applicationPasswordFile, port);

function addressOf(user: string, passwordFile: string, port: number): string {
  try {
    const password = readFileSync(passwordFile, 'utf8').trim();
    return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  } catch (error) {
    throw explainSystemError(error, passwordFile);
  }
}

/** Postgres' own lock file: line 1 the process, line 4 the port. */
export function readLockFile(cluster: Pick<Cluster, 'dataDirectory'>): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(cluster.dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/** The server's log, begun again at each start. */
export function openLog(cluster: Cluster): number {
  try {
    return openSync(cluster.logFile, 'w', 0o600);
  } catch (error) {
    throw explainSystemError(error, cluster.logFile);
  }
}

/** The end of a log, for a failure's sentence. */
export function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trim().split('\n').slice(-5).join('\n');
}

/** What Postgres said, as a sentence of ours. */
export function postgresFailure(what: string, output: string, cluster: Cluster): unknown {
  if (/No space left on device/.test(output))
    return explainSystemError(Object.assign(new Error(output), { code: 'ENOSPC' }), dataDirOf(cluster));
  if (/Read-only file system/.test(output))
    return explainSystemError(Object.assign(new Error(output), { code: 'EROFS' }), dataDirOf(cluster));
  if (/Permission denied/.test(output))
    return explainSystemError(Object.assign(new Error(output), { code: 'EACCES' }), dataDirOf(cluster));
  return new ExplainedError(`${what}. Its last words: ${output.trim().split('\n').slice(-2).join(' ') || 'none'}`);
}
