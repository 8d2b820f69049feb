/** `npm run backup`; `usage` below says what it does. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { readBucketAddress } from '../../delivery/releases/bucket/bucketAddress.ts';
import { readConfig } from '../../ground/config.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { withClient } from '../../platform/db/withClient.ts';
import { run, say } from '../run.ts';
import { putIntoBucket } from './bucket.ts';
import { onCopy } from './copy.ts';
import { notesOf, sha256Of } from './notes.ts';
import { runPostgres } from './programs.ts';
import { type LastSeal, seeThatItIsWhole } from './whole.ts';

const usage = `Usage: npm run backup -- --to <folder>                  saves the database of OWNER_DATABASE_URL, restores what was saved on a
                                                        server of its own, and looks at every invariant and seal there
       npm run backup -- --to s3://<bucket>/<prefix>    the same, and puts it into a bucket (the standard AWS_* variables); it is
                                                        made in a folder first: --by-way-of <folder> (.)
With OWNER_REPLICA_URL it is read from a standby, as the same owner.
A backup that could not be restored whole does not count: it stays where it is with .faulty at its end, and this ends with 1.
What lies elsewhere is not in it, and belongs in a safe of its own: SECRET_KEYS, the keys that releases are signed with, the
files of variables. Releases can be published again.`;

interface Saved {
  readonly file: string;
  readonly takenAt: Date;
  readonly bytes: number;
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly seal: LastSeal | undefined;
}

async function main(): Promise<void> {
  const { to, 'by-way-of': byWayOf = '.' } = parseArgs({
    options: { to: { type: 'string' }, 'by-way-of': { type: 'string' } },
  }).values;
  const { OWNER_DATABASE_URL, OWNER_REPLICA_URL, AWS_ENDPOINT_URL, AWS_REGION } = process.env;
  const { ownerDatabaseUrl: ownerUrl, ownerReplicaUrl } = readConfig({ OWNER_DATABASE_URL, OWNER_REPLICA_URL });
  if (ownerUrl === undefined)
    throw new ExplainedError('OWNER_DATABASE_URL is missing: the owner of the database saves it.');
  if (to === undefined) throw new ExplainedError(usage);
  const bucket = to.startsWith('s3:') ? readBucketAddress(to, AWS_ENDPOINT_URL, AWS_REGION) : undefined;
  if (to.startsWith('s3:') && bucket === undefined)
    throw new ExplainedError(`--to: ${to} is no s3://<bucket>/<prefix>.`);
  const startedAt = performance.now();
  const saved = await save(ownerUrl, ownerReplicaUrl ?? ownerUrl, resolve(bucket ? byWayOf : to));
  if (bucket)
    await putIntoBucket(bucket, [saved.file, notesOf(saved.file)]).catch((error: unknown) => {
      const sentence = `The backup is whole, and stays at ${saved.file}: the bucket did not take it (${String(error)}).`;
      throw new ExplainedError(sentence, { cause: error });
    });
  const place = bucket ? `${to.replace(/\/$/, '')}/${basename(saved.file)}` : saved.file;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  await record(ownerUrl, saved, place, seconds);
  say(`${place}: ${saved.bytes} bytes, restored alongside and whole, ${seconds} s.`);
  say(saved.seal ? `Seal ${saved.seal.number} has the digest ${saved.seal.digest}` : 'Nothing is sealed yet.');
}

/**
 * @param from where it is read: the database itself, or a standby of it
 * @throws ExplainedError if it cannot be restored, is not whole, or is of another database
 */
async function save(ownerUrl: string, from: string, folder: string): Promise<Saved> {
  mkdirSync(folder, { recursive: true });
  const takenAt = from === ownerUrl ? new Date() : await replayedAt(from);
  const file = join(folder, `trellis-${takenAt.toISOString().replaceAll(':', '-').slice(0, 19)}Z.dump`);
  if (existsSync(file)) throw new ExplainedError(`${file} is there already.`);
  const unfinished = `${file}.unfinished`;
  // Whoever can read it has everything that members gave us.
  const mask = process.umask(0o077);
  try {
    await runPostgres('pg_dump', ['--format=custom', '--no-privileges', `--file=${unfinished}`], from);
    const owner = decodeURIComponent(new URL(ownerUrl).username);
    const seal = await onCopy(unfinished, owner, (url) => seeThatItIsWhole(url))
      .then((last) => seeThatItHas(ownerUrl, last))
      .catch((error: unknown) => {
        renameSync(unfinished, `${file}.faulty`);
        throw error;
      });
    const saved = { file, takenAt, bytes: statSync(unfinished).size, sha256: await sha256Of(unfinished), seal };
    renameSync(unfinished, file);
    writeFileSync(
      notesOf(file),
      `${JSON.stringify({ ...saved, file: basename(file), seal: seal ?? null }, undefined, 2)}\n`,
    );
    return saved;
  } finally {
    rmSync(unfinished, { force: true });
    process.umask(mask);
  }
}

/** When a standby last replayed something: from when a dump is that begins now. @throws ExplainedError if it is none */
async function replayedAt(replicaUrl: string): Promise<Date> {
  const work = (client: Client) =>
    client.query<{ follows: boolean; at: Date | null }>(
      'SELECT pg_is_in_recovery() AS follows, pg_last_xact_replay_timestamp() AS at',
    );
  const { follows = false, at } = (await withClient(replicaUrl, work, 'OWNER_REPLICA_URL')).rows[0] ?? {};
  if (!follows)
    throw new ExplainedError(
      'OWNER_REPLICA_URL is no standby: one that took over once goes its own way, and has its own backup.',
    );
  return at ?? new Date();
}

/** @throws ExplainedError if the database has another seal, or none, of that number: what was saved is not of it */
async function seeThatItHas(ownerUrl: string, seal: LastSeal | undefined): Promise<LastSeal | undefined> {
  if (seal === undefined) return undefined;
  const same = `SELECT FROM journal_seal WHERE number = $1 AND digest = decode($2, 'hex')`;
  const work = (client: Client) => client.query(same, [seal.number, seal.digest]);
  if ((await withClient(ownerUrl, work, 'OWNER_DATABASE_URL')).rowCount === 1) return seal;
  throw new ExplainedError(
    `What was saved is of another database: that of OWNER_DATABASE_URL has no seal ${seal.number} with the digest ${seal.digest}.`,
  );
}

/** The database that was saved knows of it: the console, the metrics and an alert go by its age. */
async function record(ownerUrl: string, saved: Saved, place: string, seconds: number): Promise<void> {
  await withClient(
    ownerUrl,
    async (client) => {
      await client.query(
        `INSERT INTO checked_backup (taken_at, place, bytes, sha256, seal, seal_digest, seconds)
         VALUES ($1, $2, $3, decode($4, 'hex'), $5, decode($6, 'hex'), $7)`,
        [
          saved.takenAt,
          `${userInfo().username}: ${place}`,
          saved.bytes,
          saved.sha256,
          saved.seal?.number ?? null,
          saved.seal?.digest ?? null,
          seconds,
        ],
      );
    },
    'OWNER_DATABASE_URL',
  );
}

run(usage, main);
