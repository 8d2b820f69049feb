import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Money } from '@trellis/api-contract';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { sqlState } from '../../platform/db/database.ts';
import { bindGoogle } from '../../testing/authenticator.ts';
import { balancesOf, give } from '../../testing/balances.ts';
import { lastMail } from '../../testing/mails.ts';
import { newMember, suspend, type TestMember } from '../../testing/members.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { countOf } from '../../testing/records.ts';
import { goodPassword } from '../../testing/registering.ts';
import { freezePayouts, setRate, unfreezePayouts, withLimits } from '../../testing/rules.ts';
import { newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { addresses, hundred, keepAddress, keepDepositAddress, withdraw, withdrawn } from '../../testing/withdrawals.ts';

let app: TestApplication;
/** Each test has a member of its own. */
let ann: TestMember;

beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  ann = await newMember(app, { usd: 4000, usdt: 200 });
  for (const chain of ['BSC', 'TRON', 'BTC'] as const) await keepAddress(app, ann.username, chain);
});
afterAll(async () => {
  const findings = await verifyAll(app.database.url);
  await app.close();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const text = (money: unknown): string => `${(money as Money).amount} ${(money as Money).unit}`;

/** What the member has in USD and in USDT, and what of it is held. */
async function held(): Promise<string> {
  const balances = await balancesOf(app.database, ann.username);
  const balanceOf = (account: keyof typeof balances) => Number(balances[account]) / 1_000_000;
  return `${balanceOf('usdAvailable')} + ${balanceOf('usdPending')} USD, ${balanceOf('usdtAvailable')} + ${balanceOf('usdtPending')} USDT`;
}
/** What a BTC costs from now on. */
const bitcoinAt = (usd?: number) =>
  setRate(app.database, 'bitcoinInUsd', app.clock.now(), usd === undefined ? undefined : [usd, 1]);
/** The clock goes on for longer than a session lives. */
async function wait(ms: number): Promise<void> {
  app.clock.advance(ms);
  ann = { ...ann, client: await app.logIn(ann.username, goodPassword) };
}
const newestRecord = async (): Promise<string[]> => {
  const { records } = (await ann.client.get('/api/v1/records?limit=1')).body as {
    records: { kind: string; money: Money; status?: string; step?: string }[];
  };
  return records.map(({ kind, money, ...how }) => [kind, text(money), how.status, how.step].filter(Boolean).join(' '));
};
const inBitcoin = { asset: 'BTC', chain: 'BTC', address: addresses.BTC, received: '0.00084166' } as const;

describe('the terms', () => {
  test('report sources, payouts with their fees, and what has no rate', async () => {
    await bitcoinAt();
    const { body } = await ann.client.get('/api/v1/withdrawals/terms');
    const payouts = body.payouts as { asset: string; chain: string; fee: Money; closed: boolean }[];
    expect(payouts.map(({ asset, chain, fee, closed }) => `${asset} ${chain} ${text(fee)} ${closed}`)).toEqual([
      'USDT TRON 2.00 USDT false',
      'USDT BSC 1.00 USDT false',
      'ON BSC 1.00 ON true',
      'BTC BTC 0.0002 BTC true',
    ]);
    const sources = body.sources as Record<string, unknown>[];
    expect(sources.map(({ unit, withdrawable }) => `${unit} ${text(withdrawable)}`)).toEqual([
      'USD 4000.00 USD',
      'USDT 200.00 USDT',
    ]);
    expect(body.reviewHours).toBe(72);
  });
});

describe('a quote', () => {
  const quote = (query: string) => ann.client.get(`/api/v1/withdrawals/quote?${query}`);
  test('takes the fee from what is sent', async () => {
    const { body } = await quote('unit=USD&amount=100&asset=USDT&chain=BSC');
    expect([text(body.fee), text(body.received), body.rate]).toEqual(['1.00 USDT', '99.00 USDT', '1.0000']);
    expect((await quote('unit=USDT&amount=20.5&asset=USDT&chain=TRON')).body).toMatchObject({
      received: { amount: '18.50' },
      rate: null,
    });
  });

  test('of what a stake pays out has no maximum', async () => {
    const query = 'unit=USD&amount=60000.972602&asset=USDT&chain=TRON';
    expect(outcomeOf(await quote(query))).toBe('money.above_maximum');
    expect((await quote(`${query}&of=stake`)).body).toMatchObject({
      received: { amount: '59998.972602' },
      rate: '1.0000',
    });
  });

  test('in BTC is refused without a rate, and is by the rate then, rounded down', async () => {
    await bitcoinAt();
    expect(outcomeOf(await quote('unit=USD&amount=100&asset=BTC&chain=BTC'))).toBe('rate.unavailable');
    await bitcoinAt(96_000);
    // 100 / 96,000 = 0.00104166…
    const { body } = await quote('unit=USD&amount=100&asset=BTC&chain=BTC');
    // A hundred of what is shown, less the fee, is what is received.
    expect([text(body.fee), text(body.received), body.rate]).toEqual(['0.0002 BTC', '0.00084166 BTC', '0.0000104166']);
    await wait(25 * 3_600_000);
    expect(outcomeOf(await quote('unit=USD&amount=100&asset=BTC&chain=BTC'))).toBe('rate.stale');
    await bitcoinAt(2_000_000_000);
    expect(outcomeOf(await quote('unit=USD&amount=20&asset=BTC&chain=BTC'))).toBe('withdrawal.below_fee');
  });

  test.each([
    ['unit=USD&amount=19.999999&asset=USDT&chain=BSC', 'money.below_minimum'],
    ['unit=USD&amount=10000.01&asset=USDT&chain=BSC', 'money.above_maximum'],
    ['unit=USD&amount=100&asset=USDT&chain=BTC', 'field.choice'],
    ['unit=USD&amount=100&asset=ON&chain=BSC', 'rate.unavailable'],
    ['unit=RP&amount=100&asset=USDT&chain=BSC', 'request.invalid'],
  ])('of %s is %s', async (query, code) => {
    expect(outcomeOf(await quote(query))).toBe(code);
  });
});

describe('an address', () => {
  const check = (chain: string, address: string) =>
    ann.client.post('/api/v1/withdrawals/address-checks', { chain, address });
  test('of the book is reported with its entry, however it is written', async () => {
    const { body } = await check('BSC', addresses.BSC.toLowerCase());
    expect(body).toMatchObject({ address: addresses.BSC, book: { label: 'my BSC eAed' }, looksLike: null });
  });

  test('that begins and ends like another is shown', async () => {
    const twin = `${addresses.BSC.slice(0, 6)}${'0'.repeat(32)}${addresses.BSC.slice(-4)}`.toLowerCase();
    const { body } = await check('BSC', twin);
    expect(body).toMatchObject({ book: null, looksLike: { address: addresses.BSC, label: 'my BSC eAed' } });
  });

  test.each([
    ['BSC', '0x55d398326f99059fF775485246999027B3197955', 'withdrawal.address_denied'],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'withdrawal.address_denied'],
    ['BSC', `0x${'0'.repeat(40)}`, 'withdrawal.address_invalid'],
    ['TRON', addresses.BSC, 'withdrawal.tron_address_invalid'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'withdrawal.btc_address_invalid'],
  ])('%s %s is %s, and comes into no book', async (chain, address, code) => {
    expect(outcomeOf(await check(chain, address))).toBe(code);
    expect(outcomeOf(await ann.client.post('/api/v1/addresses', { chain, address, label: 'x' }))).toBe(code);
    expect(outcomeOf(await withdraw(ann.client, { ...hundred, chain: chain as 'BSC', address }))).toBe(code);
  });

  test('of ours, where deposits come in, is denied to everybody', async () => {
    const ours = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
    await keepDepositAddress(app, 'hana', ours);
    expect(outcomeOf(await check('BSC', ours.toLowerCase()))).toBe('withdrawal.address_of_ours');
    expect(outcomeOf(await ann.client.post('/api/v1/addresses', { chain: 'BSC', address: ours, label: 'x' }))).toBe(
      'withdrawal.address_of_ours',
    );
  });

  test('that is new has to be added first, and waits a day', async () => {
    const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const order = { chain: 'BSC', address, received: '99.00' } as const;
    expect(outcomeOf(await withdraw(ann.client, order))).toBe('withdrawal.address_unknown');
    await ann.client.post('/api/v1/addresses', { chain: 'BSC', address, label: 'new' });
    const refused = await withdraw(ann.client, order);
    expect(refused.problem.code).toBe('withdrawal.address_held');
    expect(new Date(String(refused.problem.params?.until)).getTime()).toBeGreaterThan(app.clock.now().getTime());
    const before = await held();
    await wait(24 * 3_600_000 + 1000);
    const done = await withdraw(ann.client, order);
    expect(outcomeOf(done)).toBe('done');
    await ann.client.post(`/api/v1/withdrawals/${done.body.id}/cancellation`, {});
    expect(await held()).toBe(before);
  });
});

describe('a withdrawal', () => {
  test('is held at once, reported with its timeline and deadline, and in the records', async () => {
    expect(await held()).toBe('4000 + 0 USD, 200 + 0 USDT');
    const { status, body } = await withdraw(ann.client);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      amount: { amount: '100.00', unit: 'USD' },
      fee: { amount: '2.00' },
      received: { amount: '98.00' },
      asset: 'USDT',
      chain: 'TRON',
      address: addresses.TRON,
      status: 'pending_review',
      step: 'review',
      paused: false,
      cause: null,
      cancellable: true,
      payout: null,
    });
    expect((body.timeline as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'submitted',
      'security_check',
      'review',
    ]);
    const hours = (Date.parse(String(body.deadlineAt)) - Date.parse(String(body.createdAt))) / 3_600_000;
    expect(hours).toBe(72);
    expect(await held()).toBe('3900 + 100 USD, 200 + 0 USDT');
    expect(await newestRecord()).toEqual(['withdrawal -100.00 USD pending_review review']);
    expect((await lastMail(app.database, ann.email, 'withdrawalSubmitted')).params).toMatchObject({
      amount: '100.00\u00a0USD',
      address: addresses.TRON,
    });
  });

  test('is promised no time while payouts are frozen: before, in its detail, in the notice and in the mail', async () => {
    const reportedOf = async (id: unknown) => {
      const { notices } = (await ann.client.get('/api/v1/notices')).body as {
        notices: { template: string; link: string; params: object }[];
      };
      const notice = notices.find(({ link }) => link === `/wallet/withdrawal?id=${id}`);
      return [notice?.template, Object.keys(notice?.params ?? {})];
    };
    const frozen = async (path: string) => (await ann.client.get(path)).body.payoutsFrozen;
    expect(await frozen('/api/v1/withdrawals/terms')).toBe(false);
    const before = await withdraw(ann.client);
    expect(await reportedOf(before.body.id)).toEqual(['withdrawalSubmittedUntil', ['until', 'amount']]);
    await freezePayouts(app.database);
    try {
      const { body } = await withdraw(ann.client);
      for (const path of ['terms', String(body.id)]) expect(await frozen(`/api/v1/withdrawals/${path}`)).toBe(true);
      expect(await reportedOf(body.id)).toEqual(['withdrawalWaits', ['amount']]);
      const { params } = await lastMail(app.database, ann.email, 'withdrawalWaits');
      expect(params).not.toHaveProperty('until');
    } finally {
      await unfreezePayouts(app.database);
    }
  });

  test('in USDT goes from the USDT, in BTC by the rate that was shown', async () => {
    expect(outcomeOf(await withdraw(ann.client, { unit: 'USDT', amount: '50', received: '48.00' }))).toBe('done');
    expect(await held()).toBe('4000 + 0 USD, 150 + 50 USDT');
    await bitcoinAt(97_000);
    expect(outcomeOf(await withdraw(ann.client, inBitcoin))).toBe('withdrawal.terms_changed');
    await bitcoinAt(96_000);
    expect(outcomeOf(await withdraw(ann.client, inBitcoin))).toBe('done');
    expect(await held()).toBe('3900 + 100 USD, 150 + 50 USDT');
  });

  test('is repeated with the very same text, held once, also of 30 at once', async () => {
    const key = newKey();
    const before = await countOf(app.database, 'withdrawal');
    const first = await withdraw(ann.client, {}, key);
    const answers = await Promise.all(Array.from({ length: 30 }, () => withdraw(ann.client, {}, key)));
    for (const { status, text: again } of answers) if (status === 201) expect(again).toBe(first.text);
    expect(await countOf(app.database, 'withdrawal')).toBe(before + 1);
    expect(await held()).toBe('3900 + 100 USD, 200 + 0 USDT');
  });

  test('of more than there is, or with another fee than was shown, holds nothing', async () => {
    const before = await held();
    expect(outcomeOf(await withdraw(ann.client, { unit: 'USDT', amount: '201', received: '199.00' }))).toBe(
      'money.insufficient_balance',
    );
    expect(outcomeOf(await withdraw(ann.client, { received: '99.00' }))).toBe('withdrawal.terms_changed');
    expect(outcomeOf(await withdraw(ann.client, { amount: '19', received: '17.00' }))).toBe('money.below_minimum');
    expect(await held()).toBe(before);
  });

  test('counts against one day in both units together', async () => {
    await give(app.database, ann.username, 'usdtAvailable', 300);
    const day = {
      operation: 'withdrawal',
      minimum: 20_000_000,
      maximum: 100_000_000,
      dayMaximum: 150_000_000,
    } as const;
    await withLimits(
      app.database,
      [
        { ...day, unit: 'USD' },
        { ...day, unit: 'USDT' },
      ],
      async () => {
        expect(outcomeOf(await withdraw(ann.client))).toBe('done');
        const refused = await withdraw(ann.client, { unit: 'USDT', amount: '60', received: '58.00' });
        expect(refused.problem).toMatchObject({ code: 'money.daily_limit', params: { left: '50.00\u00a0USDT' } });
        const many = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            index % 2 === 0
              ? withdraw(ann.client, { amount: '20', received: '18.00' })
              : withdraw(ann.client, { unit: 'USDT', amount: '20', received: '18.00' }),
          ),
        );
        expect(many.filter(({ status }) => status === 201)).toHaveLength(2);
      },
    );
  });

  test('is cancelled once, as long as nobody has approved; the amount returns', async () => {
    const before = await held();
    const { body } = await withdraw(ann.client);
    const cancel = () => ann.client.post(`/api/v1/withdrawals/${body.id}/cancellation`, {});
    const answers = await Promise.all(Array.from({ length: 10 }, cancel));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['done', 'withdrawal.not_cancellable']));
    const { body: now } = await ann.client.get(`/api/v1/withdrawals/${body.id}`);
    expect(now).toMatchObject({ status: 'rejected', step: 'ended', cause: 'cancelled', cancellable: false });
    expect(await held()).toBe(before);
    expect(await newestRecord()).toEqual(['withdrawal_return 100.00 USD']);
  });

  test('is listed newest first by pages, each once', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift(await withdrawn(ann.client));
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const { body } = await ann.client.get(`/api/v1/withdrawals?limit=2${after}`);
      const page = body as { withdrawals: { id: string; createdAt: string }[]; next: string | null };
      seen.push(...page.withdrawals.map(({ id }) => id));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(seen).toEqual(made);
  });

  test('of a suspended member is paused and not lost, and no other is submitted', async () => {
    const { body } = await withdraw(ann.client);
    await suspend(app.database, ann.username);
    expect((await ann.client.get(`/api/v1/withdrawals/${body.id}`)).body).toMatchObject({
      paused: true,
      cancellable: false,
    });
    expect(outcomeOf(await withdraw(ann.client))).toBe('member.suspended');
    expect(outcomeOf(await ann.client.post(`/api/v1/withdrawals/${body.id}/cancellation`, {}))).toBe(
      'member.suspended',
    );
  });
});

describe('the database', () => {
  const outcome = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', sqlState);
  beforeEach(() => withdrawn(ann.client));
  test.each([
    ['is sent without an approval', `UPDATE withdrawal SET step = 'sent', revision = revision + 1`, 'TL001'],
    ['is approved by nobody', `UPDATE withdrawal SET step = 'approved', revision = revision + 1`, 'TL001'],
    [
      'is complete without its money',
      `UPDATE withdrawal SET step = 'complete', status = 'approved', revision = revision + 1`,
      'TL001',
    ],
    [
      'is rejected with its money kept',
      `UPDATE withdrawal SET step = 'ended', status = 'rejected', cause = 'other', revision = revision + 1`,
      'TL001',
    ],
    ['is approved once more', `UPDATE withdrawal SET step = 'review'`, 'TW001'],
    ['has another address', `UPDATE withdrawal SET address = 'x', revision = revision + 1`, 'TW001'],
    ['is forgotten', 'DELETE FROM withdrawal', 'TR009'],
    ['has another past', 'DELETE FROM withdrawal_event', 'TR009'],
  ])('lets none be that %s', async (_what, statement, state) => {
    // An open one: those that have ended stay as they are anyway.
    const open = statement.startsWith('UPDATE') ? ` WHERE status = 'pending_review'` : '';
    expect(await outcome(app.database.sql(statement + open))).toBe(state);
  });

  test('lets none begin without its hold', async () => {
    const copy = `INSERT INTO withdrawal SELECT gen_random_uuid(), member, unit, amount, asset, chain, gross, fee, received, rate, worth,
      address, address_typed, gen_random_uuid(), risks, approvals, 'pending_review', 'review', NULL, created_at, deadline_at, changed_at, 1
      FROM withdrawal LIMIT 1`;
    expect(await outcome(app.database.sql(copy))).toBe('TL001');
  });
});

test('an authenticator must be bound, and each withdrawal takes a code', async () => {
  const guarded = await startTestApplication({ secondFactor: true });
  try {
    const hana = await guarded.logIn('hana');
    await keepAddress(guarded, 'hana', 'TRON');
    expect(outcomeOf(await withdraw(hana))).toBe('twofactor.required');
    const phone = await bindGoogle(guarded, hana, 'hana@example.com');
    expect((await withdraw(hana)).problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
    const code = phone.code();
    expect(outcomeOf(await withdraw(hana, { code }))).toBe('done');
    expect(outcomeOf(await withdraw(hana, { code }))).toBe('twofactor.used');

    // Sent again while it is under way, when its code has run out: what becomes of it is the answer to both.
    const order = { code: phone.code() };
    const key = newKey();
    const operation = async () => (await hana.get(`/api/v1/operations/${key}`)).body.state;
    const holder = await guarded.database.hold(
      `SELECT balance FROM account WHERE id = (SELECT id FROM member WHERE username = 'hana') * 1000 + 101 FOR UPDATE`,
    );
    const sent = [withdraw(hana, order, key)];
    await untilWaiting(guarded.database, 1);
    guarded.clock.advance(120_000);
    sent.push(withdraw(hana, order, key));
    await delay(300);
    expect(await operation()).toBe('in_flight');
    await holder.release();
    const [first, again] = await Promise.all(sent);
    expect(first?.status).toBe(201);
    expect(again?.body).toEqual(first?.body);
    expect(outcomeOf(await withdraw(hana, order))).toBe('twofactor.incorrect');
  } finally {
    await guarded.close();
  }
});
