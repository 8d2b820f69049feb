import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type JournalKind, journalKinds } from '@trellis/api-contract';
import pg from 'pg';
import { placed } from '../../ground/place.ts';
import type { Tamperings } from '../../testing/tampering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import type { Finding } from './invariant.ts';
import { allInvariants, installedInvariants } from './invariants.ts';
import { verifyAll } from './verifier.ts';

let app: TestApplication;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApplication();
  const demo = await app.logIn('demo');
  for (const to of ['hana', 'lihua', 'noah']) await demo.transfer(to, '12.5');
  await app.database.sql(`SELECT record_audit('test', 'test.note', 'nothing', 'höhe', NULL, '{"a": [1, null]}', NULL)`);
  const by = { actor: 'operator:ann', reason: 'for the test', requestId: 'a request' };
  await app.application.releases.switchOff('team', by);
  await app.application.releases.unpin('team', by);
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  // Tampering goes past triggers and foreign keys, as somebody with the owner's password would.
  await owner.query(`SET session_replication_role = 'replica'`);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** Findings with their rows in one order, for SQL gives them in any. */
const inOrder = (findings: readonly Finding[] = []) =>
  findings.map(({ name, rows }) => [name, rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()]);
const ownFaults = async (since: string | null = null): Promise<Finding[] | undefined> =>
  (await owner.query<{ found: Finding[] }>('SELECT check_invariants($1) AS found', [since])).rows[0]?.found;
const promisedDay = 'what a bonus day pays was promised in its own journal, out of the pool';
const bought = 'a package was paid for, and its reward reserved, in the journal that it was bought by';
/** What only a whole run sees of a case: rows that name no recent journal, and accounts without recent postings. */
const seenLater: Readonly<Record<string, readonly string[]>> = {
  'a bonus day that pays nobody': [promisedDay],
  'a bonus that nothing is promised for': [promisedDay],
  'a bonus that was paid by no journal': [promisedDay],
  'money that is pending without a hold': [
    'every balance is the sum of its postings',
    'what is pending is what open holds hold',
  ],
  'a paid withdrawal that took nothing from custody': [
    'a paid withdrawal took from custody what was paid, and left the fee that was shown',
  ],
  'a deposit that was never credited, with a fee of no rule': [
    'every deposit was credited by its journal, or stands in suspense',
  ],
  'an account of no kind': ['every account is of a kind, has its floor, and does not stand below it'],
  'a package that nobody paid for': [bought],
  'a package that lacks a part': [bought],
  'a cancellation without the mirror image of its purchase, and one of nothing': [bought],
  'a certificate that has one missing before it': [bought],
  'a certificate that is not made on the one before it': [bought],
};
/** Those that an hourly run of large books looks for. */
const seenSoon = new Set(allInvariants.filter(({ recent }) => recent !== undefined).map(({ name }) => name));
/** What the verifier finds; of all that SQL finds the database finds the same rows by itself. */
const redOnes = async (): Promise<string[]> => {
  const red = (await verifyAll(app.database.url)).filter(({ rows }) => rows.length > 0);
  // Each names its rows, and no error of its own.
  expect(
    red.flatMap(({ rows }) => rows).filter((row) => String((row as { fault?: unknown }).fault).includes('cannot call')),
  ).toEqual([]);
  expect(inOrder(await ownFaults())).toEqual(inOrder(red.filter(({ name }) => !recounted.includes(name))));
  return red.map(({ name }) => name);
};

const load = createRequire(import.meta.url);
/** Of every file of `testing/tamperings`. */
const tamperings = globSync('../../testing/tamperings/*.ts', { cwd: import.meta.dirname })
  .sort()
  .flatMap((file) => Object.values(load(file) as Readonly<Record<string, Tamperings>>))
  .flatMap((cases) => Object.entries(cases));
/** What the verifier works out by itself. */
const recounted = ['each bonus day, worked out anew from tree, sales and packages, comes to its lines'];

test('everything holds for what the application itself has done', async () => {
  expect(await redOnes()).toEqual([]);
});

test('nor does anything seem wrong from any moment on', async () => {
  const times = await app.database.sql<{ at: string }>(
    'SELECT DISTINCT recorded_at::text AS at FROM journal ORDER BY 1',
  );
  expect(times.length).toBeGreaterThan(3);
  for (const { at } of times) expect([at, await ownFaults(at)]).toEqual([at, []]);
});

test('the application verifies itself when it has started, and finds nothing', async () => {
  const runs = () => app.database.sql<{ red: boolean }>('SELECT red FROM verification_run');
  while ((await runs()).length === 0) await delay(20);
  expect(await runs()).toEqual([{ red: false }]);
});

describe('the verifier sees', () => {
  test.each(tamperings)('%s', async (what, { red, does, undoes }) => {
    for (const statement of does) await owner.query(placed(statement));
    try {
      expect(await redOnes()).toEqual(red);
      expect((await ownFaults('-infinity'))?.map(({ name }) => name)).toEqual(
        red.filter((name) => seenSoon.has(name) && !seenLater[what]?.includes(name)),
      );
    } finally {
      for (const statement of undoes) await owner.query(placed(statement));
    }
    expect(await ownFaults()).toEqual([]);
  });
});

test('a person is who the guard says, under whatever odd name a command once had', async () => {
  const names = [
    'tess',
    'tess:2',
    'ops:anna',
    'ops:bert',
    'ops',
    ':',
    ':tess',
    'a:b:c',
    'a:b:d',
    'TESS',
    'ops:ANNA',
    'member',
    'm:',
  ];
  const actors = names.flatMap((name) => [`command:${name}`, `operator:${name.toLowerCase()}`]);
  const people = await app.database.sql<{ actor: string; person: string | null }>(
    'SELECT actor, person_of(actor) AS person FROM unnest($1::text[]) AS actor',
    [actors],
  );
  const asking = [...people, { actor: 'member', person: null }];
  const cases = asking.flatMap((request) =>
    people
      .filter(({ person }) => person !== null)
      .map((given) => ({ requester: request.actor, given: given.actor, ok: request.person !== given.person })),
  );
  const approved = allInvariants.find(({ name }) => name.startsWith('what takes other people'))?.sql ?? '';
  await owner.query('BEGIN');
  try {
    await owner.query(
      `INSERT INTO market_rate (id, pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, approved_by, approved_at, during)
       OVERRIDING SYSTEM VALUE SELECT 1000000 + n, 3, 1, 1, 'x', 'x', now(), now(), true, now(), 'y', now(), 'empty' FROM generate_series(1, $1::int) n`,
      [cases.length],
    );
    await owner.query(
      `INSERT INTO approval (id, action, subject, digest, needed, requested_by, requested_at, reason) OVERRIDING SYSTEM VALUE
       SELECT 1000000 + n, 'rate.approve', 1000000 + n, sha256(''), 1, actor, now(), 'x' FROM unnest($1::text[]) WITH ORDINALITY AS c (actor, n)`,
      [cases.map(({ requester }) => requester)],
    );
    await owner.query(
      `INSERT INTO approval_given (approval, person, actor, reason, at)
       SELECT 1000000 + n, person_of(actor), actor, 'x', now() FROM unnest($1::text[]) WITH ORDINALITY AS c (actor, n)`,
      [cases.map(({ given }) => given)],
    );
    const { rows } = await owner.query<{ subject: string }>(approved);
    const result = new Set(rows.map(({ subject }) => Number(subject) - 1_000_001));
    expect(cases.filter(({ ok }, index) => ok === result.has(index))).toEqual([]);
    expect(result.size).toBeGreaterThan(10);
  } finally {
    await owner.query('ROLLBACK');
  }
});

test('the database has the same invariants (npm run schema writes them again)', () => {
  const file = join(import.meta.dirname, '../../ledger/verification/invariants.sql');
  expect(placed(readFileSync(file, 'utf8'))).toBe(installedInvariants());
});

test('every invariant has something that breaks it', () => {
  const broken = new Set(tamperings.flatMap(([, { red }]) => red));
  expect([...broken].sort()).toEqual(
    allInvariants
      .map(({ name }) => name)
      .concat(recounted)
      .sort(),
  );
});

/** Kinds of journals that no invariant looks for by name, and how they are found. */
const otherwise: Partial<Record<JournalKind, string>> = {
  opening: 'nothing says how much it should be: it is the owner’s word, and adds up as every journal does',
  deposit: 'by the deposit, which names it',
  deposit_aside: 'by what stands in suspense, as a whole',
  hold: 'by the hold, whose id it has',
  settlement: 'by the hold, which names it as its end',
  release: 'by the hold, which names it as its end',
  reversal: 'by the reversal, which names it',
};

test('every kind of journal is looked for by an invariant, or found otherwise', () => {
  const all = allInvariants.map(({ sql }) => sql).join('\n');
  const unnamed = Object.keys(journalKinds).filter((kind) => !all.includes(`'${kind}'`));
  expect(unnamed.sort()).toEqual(Object.keys(otherwise).sort());
});
