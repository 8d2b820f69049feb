import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Database } from '../platform/db/database.ts';
import { SystemLedger } from '../testing/systemLedger.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { Past } from './past.ts';

/** A replica that has come as far as it was let: what was sealed is copied into it by hand. */
let system: SystemLedger;
let replica: TestDatabase;
let past: Past;
const lines: string[] = [];

beforeAll(async () => {
  system = await SystemLedger.start();
  await system.setMargin('0 seconds');
  replica = await createTestDatabase();
  past = new Past(
    system.database,
    { url: replica.url, poolSize: 1 },
    pino({}, { write: (line: string) => void lines.push(line) }),
  );
});
afterAll(async () => {
  await past.close();
  await system.close();
  await replica.drop().catch(() => undefined);
});

const look = () => past.job()?.run(new AbortController().signal);
const placeOf = (database: Database) => database.one<{ name: string }>('SELECT current_database() AS name');
const isReadThere = async (until: Date | undefined): Promise<boolean> =>
  (await past.read(until, placeOf))?.name === new URL(replica.url).pathname.slice(1);
const sealed = async () => {
  await system.post();
  await system.sealNext(10);
  const { rows } = await system.intruder.query('SELECT * FROM journal_seal ORDER BY number DESC LIMIT 1');
  return rows[0] as { number: string; up_to: Date; journals: number; sealed_at: Date; digest: Buffer };
};
type Seal = Awaited<ReturnType<typeof sealed>>;
const follow = ({ number, up_to, journals, sealed_at, digest }: Seal) =>
  replica.sql('INSERT INTO journal_seal (number, up_to, journals, sealed_at, digest) VALUES ($1, $2, $3, $4, $5)', [
    number,
    up_to,
    journals,
    sealed_at,
    digest,
  ]);

test('without a replica, and before it was seen how far one has come, everything is read in the database', async () => {
  const alone = new Past(system.database);
  expect(alone.job()).toBeUndefined();
  expect((await alone.read(new Date(0), placeOf))?.name).not.toBe('');
  expect(await isReadThere(new Date(0))).toBe(false);
  // A replica without any seal has nothing that is known to be whole.
  await look();
  expect([past.upTo, await isReadThere(new Date(0))]).toEqual([undefined, false]);
});

test('what was over by the last seal that both have is read in the replica, and nothing younger', async () => {
  const first = await sealed();
  await follow(first);
  const second = await sealed();
  await look();
  expect(past.upTo).toEqual(first.up_to);
  expect(await isReadThere(first.up_to)).toBe(true);
  expect(await isReadThere(new Date(first.up_to.getTime() + 1))).toBe(false);
  expect(await isReadThere(undefined)).toBe(false);
  await follow(second);
  expect(await isReadThere(second.up_to)).toBe(false);
  await look();
  expect(await isReadThere(second.up_to)).toBe(true);
});

test('a replica that went another way is not read, and the log says so', async () => {
  const third = await sealed();
  await follow({ ...third, digest: Buffer.alloc(32, 7) });
  await look();
  expect([past.upTo, await isReadThere(new Date(0))]).toEqual([undefined, false]);
  expect(lines.join('')).toContain('the replica follows another database');
  await replica.sql(`SET session_replication_role = 'replica'`);
  await replica.sql('ALTER TABLE journal_seal DISABLE TRIGGER USER');
  await replica.sql('UPDATE journal_seal SET digest = $1 WHERE number = $2', [third.digest, third.number]);
  await look();
  expect(await isReadThere(third.up_to)).toBe(true);
});

test('where the replica fails the database answers, at once and until it was seen again', async () => {
  const upTo = past.upTo;
  expect(upTo).toBeDefined();
  await replica.drop();
  expect(await isReadThere(upTo)).toBe(false);
  expect(past.upTo).toBeUndefined();
  await look();
  expect(await isReadThere(upTo)).toBe(false);
  // What is wrong with the question is said by the database.
  await expect(past.read(new Date(0), (database) => database.rows('SELECT nothing'))).rejects.toThrow('nothing');
});
