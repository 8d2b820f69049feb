import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { bindGoogle, type Phone } from '../../testing/authenticator.ts';
import { type Answer, type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Codes of payments, over HTTP: right ones go the short way of a batch, and guessers gain nothing by it. */
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
});
// A clock that a test has stopped goes on, also after it has failed.
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => app.close());

interface Sender {
  readonly client: Client;
  readonly phone: Phone;
  readonly key: string;
}

const shifted = (code: string, by: number): string => ((Number(code) + by) % 1_000_000).toString().padStart(6, '0');

test('a transfer with a code goes with those of others in one batch, its code is good once, and its key answers for ever as it did', async () => {
  const names = 'sora weijie xinyi oliver minjun jisoo lihua ren yuna emma'.split(' ');
  const phones: Sender[] = [];
  for (const each of names) {
    const client = await app.logIn(each);
    phones.push({ client, phone: await bindGoogle(app, client, `${each}@example.com`), key: crypto.randomUUID() });
  }
  phones[0]?.phone.code();
  const codes = new Map(phones.map(({ phone }) => [phone, phone.codeNow()]));
  const send = ({ client, phone, key }: Sender, again = key): Promise<Answer> =>
    client.post(
      '/api/v1/transfers',
      { recipient: 'demo', amount: '5.00', unit: 'USD', code: codes.get(phone) },
      { 'idempotency-key': again },
    );
  // What comes while the lanes wait for the recipient's account goes in one batch.
  const held = await app.database.hold(
    `SELECT 1 FROM account a JOIN member m ON m.id = a.owner WHERE m.username = 'demo' AND a.code = 101 FOR UPDATE OF a`,
  );
  const sent = phones.map((each) => send(each));
  await delay(500);
  await held.release();
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  const at = await app.database.sql<{ journals: number }>(
    `SELECT count(*)::int AS journals FROM journal WHERE key = ANY ($1::text[]) GROUP BY recorded_at ORDER BY 1 DESC`,
    [phones.map(({ key }) => key)],
  );
  // What is posted together shares its moment.
  expect(at[0]?.journals).toBeGreaterThan(1);
  const replays = await Promise.all(phones.map((each) => send(each)));
  expect(replays.map(({ body }) => body)).toEqual(answers.map(({ body }) => body));
  const spent = await Promise.all(phones.map((each) => send(each, crypto.randomUUID())));
  expect(spent.map(({ problem }) => problem.code)).toEqual(names.map(() => 'twofactor.used'));
});

test('a code is refused after as many wrong ones as any other, also where the right one is among many at once', async () => {
  const member = await app.logIn('noah');
  const phone = await bindGoogle(app, member, 'noah@example.com');
  const transfer = (amount: string, code: string): Promise<Answer> =>
    member.post(
      '/api/v1/transfers',
      { recipient: 'demo', amount, unit: 'USD', code },
      { 'idempotency-key': crypto.randomUUID() },
    );
  phone.code();
  const right = phone.codeNow();
  // The waits after wrong codes end with time, and nothing here is to depend on how long the guesses take.
  jest.spyOn(app.clock, 'now').mockReturnValue(app.clock.now());
  const guesses = Array.from({ length: 60 }, (_, by) => transfer('5.00', shifted(right, by + 1)));
  const late = transfer('5.00', right);
  const codes = (await Promise.all(guesses)).map(({ problem }) => problem.code);
  expect(codes.filter((code) => code === 'twofactor.incorrect').length).toBeLessThanOrEqual(6);
  expect((await late).problem.code).toBe('auth.too_many_attempts');
});
