/** `npm run restore`; `usage` below says what it does. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBucketAddress } from '../../delivery/releases/bucket/bucketAddress.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { readConfig } from '../../ground/config.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { placed } from '../../ground/place.ts';
import { Database } from '../../platform/db/database.ts';
import { withClient } from '../../platform/db/withClient.ts';
import { InstalledServer } from '../../platform/embedded/installed.ts';
import { commandName } from '../commandName.ts';
import { run, say } from '../run.ts';
import { fetchFromBucket } from './bucket.ts';
import { notesOf, seeThatItIsAsSaved } from './notes.ts';
import { postgresPrograms, runPostgres, runProgram } from './programs.ts';
import { type LastSeal, seeThatItIsWhole } from './whole.ts';

const usage = `Usage: npm run restore -- <file>.dump               into the empty database of OWNER_DATABASE_URL
       npm run restore -- s3://<bucket>/<prefix>/<file>.dump    the same, fetched from a bucket (the standard AWS_* variables)
                                                    into a folder first: --by-way-of <folder> (.)
       npm run restore -- --stanza <name> --into <folder> [--at "2026-11-28 12:00:00+00"]
                                                    from a repository of pgBackRest into an empty folder, to the last
                                                    commit before a time, or to the last that was archived;
                                                    --config <file> where it is not in its usual place
       npm run restore -- take-over --reason "<why>"    from now on this database is the product: what is due is mailed,
                                                    watched and paid from here. Never while the other one lives.
Either is migrated, and every invariant and seal is looked at: --expect <digest> a seal must have, noted at an earlier time.
Until somebody takes over it is a copy: nothing leaves it, and members are turned away.`;

interface Options {
  readonly stanza?: string;
  readonly config?: string;
  readonly into?: string;
  readonly at?: string;
  readonly expect?: string;
  readonly reason?: string;
  readonly by?: string;
  readonly 'by-way-of'?: string;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      stanza: { type: 'string' },
      config: { type: 'string' },
      into: { type: 'string' },
      at: { type: 'string' },
      expect: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
      'by-way-of': { type: 'string' },
    },
  });
  const [what] = positionals;
  const { OWNER_DATABASE_URL } = process.env;
  const { ownerDatabaseUrl: ownerUrl } = readConfig({ OWNER_DATABASE_URL });
  if (ownerUrl === undefined)
    throw new ExplainedError(
      'OWNER_DATABASE_URL is missing: the owner of the database restores it, and says where it lives.',
    );
  if (values.expect !== undefined && !/^[0-9a-f]{64}$/i.test(values.expect))
    throw new ExplainedError('--expect needs 64 hexadecimal digits.');
  if (what === 'take-over') return takeOver(ownerUrl, values);
  if (what?.startsWith('s3:')) return fromDump(ownerUrl, await fetched(what, values), values.expect);
  if (what !== undefined) return fromDump(ownerUrl, resolve(what), values.expect);
  if (values.stanza !== undefined && values.into !== undefined) return fromArchive(ownerUrl, values);
  throw new ExplainedError(usage);
}

/** @returns the file that was fetched. @throws ExplainedError if it is not in the bucket, or here already */
async function fetched(from: string, { 'by-way-of': byWayOf = '.' }: Options): Promise<string> {
  const { AWS_ENDPOINT_URL, AWS_REGION } = process.env;
  const [, folder = '', name = ''] = /^(.+)\/([^/]+\.dump)$/.exec(from) ?? [];
  const bucket = readBucketAddress(folder, AWS_ENDPOINT_URL, AWS_REGION);
  if (bucket === undefined) throw new ExplainedError(`${from} is no s3://<bucket>/<prefix>/<file>.dump.`);
  const file = join(resolve(byWayOf), name);
  mkdirSync(resolve(byWayOf), { recursive: true });
  for (const each of [file, notesOf(file)]) {
    if (existsSync(each))
      throw new ExplainedError(`${each} is there already: restore ${file}, or name another folder.`);
    await fetchFromBucket(bucket, each).catch((error: unknown) => {
      throw new ExplainedError(`${basename(each)} cannot be fetched from ${folder} (${String(error)}).`, {
        cause: error,
      });
    });
  }
  return file;
}

async function fromDump(ownerUrl: string, file: string, expect: string | undefined): Promise<void> {
  if (!existsSync(file)) throw new ExplainedError(`${file} is not there.`);
  await seeThatItIsAsSaved(file);
  const { rows } = await withClient(
    ownerUrl,
    (client) =>
      client.query<{ name: string }>(
        placed(`SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace('public') LIMIT 1`),
      ),
    'OWNER_DATABASE_URL',
  );
  if (rows.length > 0)
    throw new ExplainedError(
      'The database of OWNER_DATABASE_URL is not empty: nothing is restored over what is there. Name a new one.',
    );
  const startedAt = performance.now();
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  await runPostgres('pg_restore', ['--no-privileges', '--exit-on-error', `--dbname=${database}`, file], ownerUrl);
  report(await seeThatItIsWhole(ownerUrl, expect), startedAt);
}

/** The settings of the old server would have this one archive over the old one's, and wait for its standby for ever. */
const own = { archive_mode: 'off', primary_conninfo: '', synchronous_standby_names: '' };

async function fromArchive(
  ownerUrl: string,
  { stanza = '', config, into = '', at, expect, by }: Options,
): Promise<void> {
  const folder = resolve(into);
  const actor = `command:${commandName(by)}`;
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new ExplainedError(`${folder} is not empty.`);
  const startedAt = performance.now();
  const address = new URL(ownerUrl);
  const [login = '', database = ''] = [address.username, address.pathname.slice(1)].map(decodeURIComponent);
  const choice = [
    ...(config === undefined ? [] : [`--config=${resolve(config)}`]),
    ...(at === undefined ? [] : ['--type=time', `--target=${at}`, '--target-action=promote']),
  ];
  const server = await InstalledServer.start(postgresPrograms(), folder, {
    password: decodeURIComponent(address.password),
    // Nobody reads it before it is whole, so it need not be as large as its primary was. It is to last: it waits for its disk.
    settings: { ...own, hot_standby: 'off', fsync: 'on' },
    async prepare(data, { runAs: { uid, gid, prefix }, give }) {
      const who = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }), cwd: '/' };
      const [file, ...args] = [
        ...prefix,
        'pgbackrest',
        `--stanza=${stanza}`,
        `--pg1-path=${data}`,
        ...choice,
        'restore',
      ];
      await runProgram(file ?? '', args, who);
      const lines = Object.entries(own).map(([name, value]) => `${name} = '${value}'\n`);
      appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''));
      // Where its files of settings lie elsewhere, as Debian has it, it starts with what Postgres has by itself.
      for (const name of ['postgresql.conf', 'pg_ident.conf'])
        if (!existsSync(join(data, name))) {
          writeFileSync(join(data, name), '');
          give(join(data, name));
        }
    },
  });
  try {
    const url = server.url(login, database);
    await withClient(
      url,
      (client) =>
        client.query('SELECT leave_home($1, $2)', [actor, `restored from ${stanza}, ${at ?? 'all that was archived'}`]),
      'OWNER_DATABASE_URL',
    );
    report(await seeThatItIsWhole(url, expect), startedAt);
  } finally {
    await server.stop();
  }
  say(`Start Postgres on ${join(folder, 'data')}, and let both addresses name it.`);
}

async function takeOver(ownerUrl: string, { reason = '', by }: Options): Promise<void> {
  if (reason.trim() === '') throw new ExplainedError('--reason says why, for the audit log.');
  const actor = `command:${commandName(by)}`;
  const database = new Database({ url: ownerUrl, poolSize: 1 });
  try {
    const row = await database.one<{ home: boolean }>('SELECT is_home() AS home');
    if (row?.home) {
      say('This database is the product already.');
      return;
    }
    await database.inTransaction(async () => {
      await database.rows('SELECT take_home($1, $2)', [actor, reason]);
      await recordAudit(database, {
        actor,
        action: 'database.take_over',
        subject: 'database',
        reason,
        before: { copy: true },
        after: { copy: false },
      });
    });
    say('From now on this database is the product: what runs on it begins within seconds.');
  } finally {
    await database.close();
  }
}

function report(seal: LastSeal | undefined, startedAt: number): void {
  say(`Restored, migrated and whole, in ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
  say(seal ? `Seal ${seal.number} has the digest ${seal.digest}` : 'Nothing is sealed.');
  say(
    'It is a copy: nothing leaves it. Once the other one is gone for good: npm run restore -- take-over --reason "…"',
  );
}

run(usage, main);
