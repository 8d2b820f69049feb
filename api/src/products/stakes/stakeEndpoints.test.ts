import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { demoPassword } from '../../development/demo/team.ts';
import { Notifier } from '../../governance/notifications/notifier.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database } from '../../platform/db/database.ts';
import { bindGoogle, type Phone } from '../../testing/authenticator.ts';
import { give, moneyState } from '../../testing/balances.ts';
import { mails } from '../../testing/mails.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { noticesIn } from '../../testing/records.ts';
import { mailedCode } from '../../testing/registering.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { daysOn, fundStakePool } from '../../testing/stakes.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress } from '../../testing/withdrawals.ts';
import { stakeNotices } from './stakeNotices.ts';

/** Codes are asked for here. The clock of process and database is one, and goes where the test puts it. */
let app: TestApplication;
let clock: DevelopmentClock;
let database: Database;
let demo: Client;
let phone: Phone;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('stake-endpoints'));
  app = await startTestApplication({ secondFactor: true }, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 4 });
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await setRule(app.database, 'productSale', 'stake', { open: true, closedIn: '' });
  await fundStakePool(app.database, 1_000);
  await give(app.database, 'demo', 'usdAvailable', 10_000);
  await keepAddress(app, 'demo', 'TRON');
  demo = await app.logIn('demo');
  for (let tries = 0; tries < 50 && (await demo.get('/api/v1/stakes')).body.sale !== 'open'; tries += 1)
    await delay(100);
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const post = (path: string, body: object) => demo.post(`/api/v1/stakes${path}`, body, { 'idempotency-key': newKey() });
const start = (order: object) => post('', { shownRate: '1.0000', shownReward: '0', ...order });
const choose = (id: string, order: object) => post(`/${id}/choice`, { acceptsFrom: '0', ...order });
let id = '';

describe('before an authenticator is bound', () => {
  test('a start of up to 1,000 USD takes no code, more takes one by mail', async () => {
    const begun = await start({ cp: '1000' });
    expect(outcomeOf(begun)).toBe('done');
    id = String(begun.body.id);
    const before = await moneyState(app.database);
    expect(outcomeOf(await start({ cp: '1000.000001' }))).toBe('field.required');
    expect(outcomeOf(await start({ usd: '1500' }))).toBe('field.required');
    expect(await moneyState(app.database)).toEqual(before);
    expect((await demo.post('/api/v1/security/email-codes', { purpose: 'stake' })).status).toBe(202);
    const code = await mailedCode(app, 'demo@example.com');
    expect(outcomeOf(await start({ usd: '1500.0000005', code }))).toBe('request.invalid');
    expect(outcomeOf(await start({ usd: '1500', code }))).toBe('done');
  });

  test('whatever pays out is refused, at a start as afterwards', async () => {
    const all = { option: 3, address: addresses.TRON };
    const before = await moneyState(app.database);
    expect(outcomeOf(await choose(id, all))).toBe('twofactor.required');
    expect(outcomeOf(await choose(id, { option: 2, payTo: 'balance' }))).toBe('twofactor.required');
    expect(outcomeOf(await start({ cp: '100', choice: { ...all, acceptsFrom: '0' } }))).toBe('twofactor.required');
    expect(await moneyState(app.database)).toEqual(before);
    // What is staked again is worth more than 1,000 USD, with its profit.
    expect(outcomeOf(await choose(id, { option: 1 }))).toBe('field.required');
  });
});

describe('with an authenticator', () => {
  beforeAll(async () => {
    phone = await bindGoogle(app, demo, 'demo@example.com');
  });

  test('each choice that pays out takes a code of its own, which is used up', async () => {
    const code = phone.code();
    const order = { option: 2, payTo: 'address', address: addresses.TRON };
    expect(outcomeOf(await choose(id, order))).toBe('field.required');
    expect(outcomeOf(await choose(id, { ...order, code: '000000' }))).toBe('twofactor.incorrect');
    expect(outcomeOf(await choose(id, { ...order, code }))).toBe('done');
    expect(outcomeOf(await choose(id, { ...order, code }))).toBe('twofactor.used');
    const begun = await start({
      cp: '100',
      code: phone.code(),
      choice: { option: 3, address: addresses.TRON, acceptsFrom: '0' },
    });
    expect(outcomeOf(begun)).toBe('done');
    const { stake } = (await demo.get(`/api/v1/stakes/${begun.body.id}`)).body;
    expect(stake).toMatchObject({ choice: { option: 3, address: addresses.TRON, chain: 'TRON' } });
  });

  test('a start whose choice is refused begins nothing', async () => {
    const before = await moneyState(app.database);
    const refused = await start({
      cp: '100',
      code: phone.code(),
      choice: { option: 3, address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', acceptsFrom: '0' },
    });
    expect(outcomeOf(refused)).toBe('withdrawal.address_unknown');
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('nothing is chosen that pays out while a security lock is on', async () => {
    await app.database.sql(
      `UPDATE member SET locked_until = product_now() + interval '1 hour', lock_cause = 'password_changed' WHERE username = 'demo'`,
    );
    expect(outcomeOf(await choose(id, { option: 2, payTo: 'balance', code: phone.code() }))).toBe(
      'member.security_lock',
    );
    await app.database.sql(`UPDATE member SET locked_until = NULL, lock_cause = NULL WHERE username = 'demo'`);
  });
});

describe('what a member is shown', () => {
  const notifyAll = async (): Promise<void> => {
    const job = stakeNotices(database, new Notifier(database, clock));
    while ((await job.run(new AbortController().signal)) === true);
  };
  /** Notices since the last look, and mails, by their templates. */
  let seen = { notices: 0, mails: 0 };
  async function news(): Promise<{ notices: string[]; mails: string[] }> {
    await notifyAll();
    await notifyAll();
    const notices = (await noticesIn(app.database, 'demo')).map(({ template }) => template);
    const sent = (await mails(app.database, { to: 'demo@example.com', like: 'stake%' }))
      .map(({ template }) => template)
      .filter((template) => template !== 'stakeCode');
    const fresh = { notices: notices.slice(seen.notices), mails: sent.slice(seen.mails) };
    seen = { notices: notices.length, mails: sent.length };
    return fresh;
  }
  const ofStakes = (templates: readonly string[]) => templates.filter((template) => template.startsWith('stake'));
  const again = async (): Promise<void> => {
    const answer = await app.visitor.post('/api/v1/session', {
      username: 'demo',
      password: demoPassword,
      code: phone.code(),
    });
    demo.keep(answer);
    expect(outcomeOf(await demo.get('/api/v1/stakes'))).toBe('done');
  };

  test('of each start, once', async () => {
    const { notices, mails: sent } = await news();
    expect(ofStakes(notices)).toEqual(['stakeStarted', 'stakeStarted', 'stakeStarted']);
    expect(sent).toEqual(['stakeStarted', 'stakeStarted', 'stakeStarted']);
    expect(await news()).toEqual({ notices: [], mails: [] });
  });

  test('a week and a day before a term ends, with the choice that stands', async () => {
    await daysOn(database, clock, 83, -60_000);
    expect(ofStakes((await news()).notices)).toEqual([]);
    await daysOn(database, clock, 1);
    expect(ofStakes((await news()).notices)).toEqual(['stakeMaturesSoon', 'stakeMaturesSoon', 'stakeMaturesSoon']);
    await daysOn(database, clock, 3);
    expect(ofStakes((await news()).notices)).toEqual([]);
    await daysOn(database, clock, 3, 60_000);
    expect((await news()).mails).toEqual(['stakeMatures', 'stakeMatures', 'stakeMatures']);
    const choices = (await noticesIn(app.database, 'demo'))
      .filter(({ template }) => template === 'stakeMaturesSoon')
      .map(({ params }) => (params as { choice: string }).choice);
    expect(new Set(choices)).toEqual(new Set(['2', '3', '0']));
  });

  test('what became of it, and that a payout was not made', async () => {
    await daysOn(database, clock, 1);
    await again();
    // The profit of a thousand is below the smallest withdrawal and lies in the balance; 1,500 were chosen for by nobody; and
    // with so many USD nothing is paid out whole.
    expect((await news()).mails.toSorted()).toEqual(['stakeRenewed', 'stakeUnlocked', 'stakeUnlocked']);
    const why = (await noticesIn(app.database, 'demo'))
      .filter(({ template }) => template === 'stakeUnlocked')
      .map(({ params }) => (params as { why: string }).why);
    expect(new Set(why)).toEqual(new Set(['no_choice', 'usd_first']));
  });
});

test('those that somebody has come page by page, a hundred at most, each once', async () => {
  interface Page {
    readonly begun: number;
    readonly stakes: readonly { readonly id: string; readonly status: string }[];
    readonly older: string | null;
  }
  const page = async (query: string, who = demo) => (await who.get(`/api/v1/stakes${query}`)).body as unknown as Page;
  const before = await page('');
  expect(before.begun).toBe(before.stakes.filter(({ status }) => status !== 'ended').length);
  // As if many of theirs had ended since.
  await app.database.sql(
    `SET session_replication_role = 'replica';
     INSERT INTO stake (id, member, rate, rate_numerator, rate_denominator, started_at, begun_by, state, cp, basis, reward, term,
                        start_day, choice_closes)
       SELECT md5('many' || n)::uuid, member, rate, rate_numerator, rate_denominator, started_at + interval '1 hour',
              md5('many' || n)::uuid, 'ended', cp, basis, reward, term, start_day, choice_closes
         FROM stake, generate_series(1, 150) AS n WHERE id = '${before.stakes[0]?.id}';
     RESET session_replication_role`,
  );
  try {
    const first = await page('');
    expect([first.stakes.length, first.begun]).toEqual([100, before.begun]);
    const result = first.stakes.map(({ id: each }) => each);
    for (let after = first.older; after !== null; ) {
      const next = await page(`?after=${after}&limit=40`);
      result.push(...next.stakes.map(({ id: each }) => each));
      after = next.older;
    }
    expect([result.length, new Set(result).size]).toEqual([150 + before.stakes.length, 150 + before.stakes.length]);
    // One that is older than the first page has its own answer, and is nobody else's cursor.
    const last = result.at(-1) ?? '';
    expect((await demo.get(`/api/v1/stakes/${last}`)).body.stake).toMatchObject({ id: last });
    expect((await page(`?after=${last}`, await app.logIn('hana'))).stakes).toEqual([]);
  } finally {
    await app.database.sql(
      `SET session_replication_role = 'replica';
       DELETE FROM stake WHERE id IN (SELECT md5('many' || n)::uuid FROM generate_series(1, 150) AS n);
       RESET session_replication_role`,
    );
  }
});
