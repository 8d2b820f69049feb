import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Money, parseAmount } from '@trellis/api-contract';
import { type Application, createApplication } from '../../app/application.ts';
import { readSettings } from '../../app/settings.ts';
import { createLog } from '../../ground/log.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { balancesOf } from '../../testing/balances.ts';
import { Random } from '../../testing/random.ts';
import { withLimits } from '../../testing/rules.ts';
import {
  type Answer,
  Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../testing/testApplication.ts';

/**
 * Two API processes' worth of the product on one database, and members who send to both of them at once. Whichever
 * process a call meets, and whatever it is posted together with, it has the effect and the answer it would have alone.
 * `SEED=… npx jest transfers/storm` repeats the random choices.
 */
const random = new Random();
let app: TestApplication;
let second: Application;
let secondOrigin: string;

beforeAll(async () => {
  app = await startTestApplication();
  const config = {
    ...readSettings({
      PORT: '0',
      DATA_DIR: app.dataDir,
      RATE_LIMIT_FACTOR: '1000',
      SECOND_FACTOR: 'off',
      LOG_LEVEL: 'error',
    }),
    secrets: [Buffer.alloc(32, 'key')],
  };
  second = createApplication({
    config,
    log: createLog('error', join(app.dataDir, 'second.log')),
    databaseUrl: app.database.url,
  });
  secondOrigin = `http://127.0.0.1:${await second.listen()}`;
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** A member's two windows, one on each process. */
async function bothOf(username: string): Promise<readonly [Client, Client]> {
  const client = await app.logIn(username);
  return [client, new Client(secondOrigin, client.cookie)];
}

const codeOf = ({ status, problem }: Answer): string => (status === 201 ? 'sent' : problem.code);

/** A caller whose key is in flight, or whom the API is too busy for, asks again. */
async function insist(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (!['idempotency.in_flight', 'server.busy'].includes(codeOf(answer)) || tries === 100) return answer;
    await new Promise((next) => setTimeout(next, 20));
  }
}

function counted(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[codeOf(answer)] = (counts[codeOf(answer)] ?? 0) + 1;
  return counts;
}

async function usdOf(...usernames: string[]): Promise<bigint> {
  const balances = await Promise.all(usernames.map((username) => balancesOf(app.database, username)));
  return balances.reduce((sum, { usdAvailable }) => sum + usdAvailable, 0n);
}

test('one key sent 80 times to both: money moves once, and everybody is shown the same', async () => {
  const demo = await bothOf('demo');
  const [key, before] = [newKey(), await usdOf('hana')];
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) => insist(() => demo[index % 2 === 0 ? 0 : 1].transfer('hana', '2', key))),
  );
  expect(counted(answers)).toEqual({ sent: 80 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await usdOf('hana')).toBe(before + 2_000_000n);
});

test('twenty keys, each sent eight times and in two bodies: each moves what one of the bodies says, once', async () => {
  const demo = await bothOf('demo');
  const keys = Array.from({ length: 20 }, newKey);
  const before = await usdOf('emma');
  const answers = await Promise.all(
    keys.flatMap((key) =>
      Array.from({ length: 8 }, (_, index) =>
        insist(() => demo[index % 2 === 0 ? 0 : 1].transfer('emma', index < 4 ? '1' : '1.5', key)),
      ),
    ),
  );
  expect(counted(answers)).toEqual({ sent: 80, 'idempotency.key_reused': 80 });
  const sent = new Map(
    answers.filter(({ status }) => status === 201).map(({ body }) => [body.reference, (body.amount as Money).amount]),
  );
  expect(sent.size).toBe(20);
  const total = [...sent.values()].reduce((sum, amount) => sum + (parseAmount(amount, 'USD') ?? 0n), 0n);
  expect(await usdOf('emma')).toBe(before + total);
});

test('one balance, 120 debits: exactly what it can pay', async () => {
  const jisoo = await bothOf('jisoo');
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => insist(() => jisoo[index % 2 === 0 ? 0 : 1].transfer('minjun', '1'))),
  );
  expect(counted(answers)).toEqual({ sent: 60, 'money.insufficient_balance': 60 });
  expect(await usdOf('jisoo')).toBe(0n);
});

test('what comes in and what goes out of a balance at once never brings it below zero', async () => {
  const [noah, ren] = [await bothOf('noah'), await bothOf('ren')];
  const before = await usdOf('noah', 'ren');
  const answers = await Promise.all(
    Array.from({ length: 160 }, () => {
      const amount = String(10 + random.below(40));
      const side = random.below(2) === 0 ? 0 : 1;
      return insist(() =>
        random.below(2) === 0 ? noah[side].transfer('ren', amount) : ren[side].transfer('noah', amount),
      );
    }),
  );
  expect(Object.keys(counted(answers)).sort()).toEqual(['money.insufficient_balance', 'sent']);
  expect([random.seed, await usdOf('noah', 'ren')]).toEqual([random.seed, before]);
  // The balance that each was shown is what the account had at that point of its history.
  for (const { status, body } of answers) if (status === 201) await expectReported(body);
});

async function expectReported({ reference, balanceAfter }: Record<string, unknown>): Promise<void> {
  const [row] = await app.database.sql<{ after: string }>(
    'SELECT balance_after AS after FROM posting WHERE journal = $1 AND amount < 0',
    [reference],
  );
  expect(parseAmount((balanceAfter as Money).amount, 'USD')).toBe(BigInt(row?.after ?? -1));
}

test('the limit of a day, 60 transfers: exactly up to it', async () => {
  const day = { operation: 'transfer', minimum: 1_000_000, maximum: 20_000_000, dayMaximum: 30_000_000 } as const;
  await withLimits(app.database, [day], async () => {
    const oliver = await bothOf('oliver');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => insist(() => oliver[index % 2 === 0 ? 0 : 1].transfer('emma', '1.5'))),
    );
    expect(counted(answers)).toEqual({ sent: 20, 'money.daily_limit': 40 });
  });
});

test('afterwards every invariant holds', async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
