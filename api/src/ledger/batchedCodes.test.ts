import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '../ground/log.ts';
import { Lanes } from '../platform/db/lanes.ts';
import { brokenBooks } from '../testing/bareNodes.ts';
import { bindEverybody, memberIds, usedStepOf } from '../testing/members.ts';
import { startTestApplication, type TestApplication } from '../testing/testApplication.ts';
import { accountOf } from './accounts.ts';
import { Batcher, batcherConnections } from './batcher.ts';
import type { JournalRequest } from './ledger.ts';

/** Codes that are used up together with the posting they allow, by the very call that posts; `demo` and others have 5 used. */
let app: TestApplication;
let lanes: Lanes;
let batcher: Batcher;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  app = await startTestApplication();
  lanes = new Lanes({ url: app.database.coreUrl, connections: batcherConnections, prepared: true });
  batcher = new Batcher(lanes, createLog('silent', 1));
  await bindEverybody(app.database, 5);
  ids = await memberIds(app.database);
});
afterEach(async () => {
  await bindEverybody(app.database, 5);
  expect(await brokenBooks(app.database.url)).toEqual([]);
});
afterAll(async () => {
  await batcher.close();
  await lanes.close();
  await app.close();
});

const idOf = (name: string): string => ids.get(name) ?? '';

function transfer(from: string, amountMinor = 10n): JournalRequest {
  const [sender, recipient] = [idOf(from), idOf(from === 'demo' ? 'hana' : 'demo')];
  return {
    owner: sender,
    key: randomUUID(),
    requestHash: Buffer.alloc(32, 1),
    kind: 'opening',
    memo: { sender, recipient },
    legs: [
      { account: accountOf(sender, 'usdAvailable'), amountMinor: -amountMinor },
      { account: accountOf(recipient, 'usdAvailable'), amountMinor },
    ],
    unit: 'USD',
  };
}

const stepOf = (name: string): Promise<string | undefined> => usedStepOf(app.database, idOf(name));

/** Submits all in one turn, so that they are one batch. @returns whether each was posted */
const together = (entries: readonly (readonly [JournalRequest, bigint | undefined])[]): Promise<boolean[]> =>
  Promise.all(entries.map(async ([request, step]) => (await batcher.submit(request, step)) !== undefined));

/** Of any one entry: three others who need no code. */
const company = () => ['ren', 'yuna', 'emma'].map((name) => [transfer(name), undefined] as const);

test.each(['alone', 'in a batch'])('a fresh code is used up with what it allows, %s', async (way) => {
  const others = way === 'alone' ? [] : company();
  expect(await together([[transfer('hana'), 6n], ...others])).toEqual([true, ...others.map(() => true)]);
  expect(await stepOf('hana')).toBe('6');
  // The same code once more, and the one before it.
  for (const step of [6n, 5n])
    expect(await together([[transfer('hana'), step], ...(way === 'alone' ? [] : company())])).toEqual([
      false,
      ...others.map(() => true),
    ]);
});

test.each(['alone', 'in a batch'])('what is not posted uses no code up, %s', async (way) => {
  const others = way === 'alone' ? [] : company();
  expect(await together([[transfer('hana', 10n ** 14n), 6n], ...others])).toEqual([false, ...others.map(() => true)]);
  expect(await stepOf('hana')).toBe('5');
});

test.each([
  ['wrong codes were counted', 'guesses = 1'],
  ['a lock is on', `locked_until = now() + interval '1 hour', lock_cause = 'frozen'`],
  ['there is no authenticator any more', 'google_secret = NULL, google_key = NULL, google_bound_at = NULL'],
  ['the account is suspended', 'suspended_at = now()'],
  ['the account was stopped by its owner', 'frozen_at = now()'],
])('nothing is certain where %s', async (_why, change) => {
  await app.database.sql(`UPDATE member SET ${change} WHERE id = $1`, [idOf('hana')]);
  expect(await together([[transfer('hana'), 6n]])).toEqual([false]);
  expect(await together([[transfer('hana'), 6n], ...company()])).toEqual([false, true, true, true]);
  expect(await stepOf('hana')).toBe('5');
});

test('one code sent to many batches at once allows one posting', async () => {
  const posted = await Promise.all(
    Array.from({ length: 40 }, () => together([[transfer('hana'), 6n], ...company().slice(0, 1)])),
  );
  expect(posted.filter(([hers]) => hers)).toHaveLength(1);
});

test('many owners in one batch each use their own', async () => {
  const names = ['hana', 'ren', 'yuna', 'emma', 'noah'];
  expect(await together(names.map((name, index) => [transfer(name), BigInt(6 + index)] as const))).toEqual(
    names.map(() => true),
  );
  expect(await Promise.all(names.map(stepOf))).toEqual(['6', '7', '8', '9', '10']);
});
