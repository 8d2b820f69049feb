import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database } from '../../platform/db/database.ts';
import { bindGoogle } from '../../testing/authenticator.ts';
import { creditsOf, depositAccount, TestWatchers } from '../../testing/deposits.ts';
import { suspend } from '../../testing/members.ts';
import { enrolled, loggedIn } from '../../testing/operators.ts';
import { mailedCode } from '../../testing/registering.ts';
import { setMaximumAge, setRate, setRule } from '../../testing/rules.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain, unitsOf } from '../../testing/testChain.ts';

let chain: TestChain;
let app: TestApplication;
let watchers: TestWatchers;
let hana: Client;
beforeAll(async () => {
  chain = await TestChain.start();
  app = await startTestApplication({ chains: chain.configs, watchChains: false });
  watchers = new TestWatchers(app.database.url, chain);
  hana = await app.logIn('hana');
});
afterAll(async () => {
  await watchers?.close();
  await app?.close();
  await chain?.stop();
});

const base = '/api/v1/deposits';
const create = (client: Client, on = 'BSC') => client.post(`${base}/addresses`, { chain: on });
const read = (client: Client, on = 'BSC') => client.get(`${base}/addresses/${on}`);
const verify = (client: Client, characters: string, more: object = {}) =>
  client.post(`${base}/addresses/verification`, { chain: 'BSC', characters, ...more });
const operator = async (name: string) => loggedIn(app, await enrolled(app, name, ['treasurer']));
const settle = async (): Promise<void> => {
  await chain.node.mine(12);
  await watchers.catchUp('BSC');
};

interface Deposit {
  readonly state: string;
  readonly received: { amount: string };
  readonly credited: { amount: string } | null;
  readonly confirmations: number;
  readonly needed: number;
  readonly reference: string | null;
}
const deposits = async (client: Client, query = '') =>
  (await client.get(`${base}${query}`)).body as unknown as { deposits: Deposit[]; next: string | null };
const notices = async (client: Client): Promise<string[]> => {
  const { body } = await client.get('/api/v1/notices?kind=money');
  return (body.notices as { template: string }[]).map(({ template }) => template);
};

describe('an address', () => {
  test('is one for each member and network, for ever, however often it is asked for', async () => {
    expect((await read(hana)).problem.code).toBe('request.not_found');
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(hana)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const addresses = new Set([...answers.map(({ body }) => body.address), (await read(hana)).body.address]);
    expect(addresses.size).toBe(1);
    const [row] = await app.database.sql<{ derivation_index: number }>('SELECT derivation_index FROM deposit_address');
    expect([...addresses]).toEqual([chain.config('BSC').key.at(row?.derivation_index ?? -1).address]);
    // Four presses at once have used up one index, and none is the check address.
    expect(row?.derivation_index).toBe(1);
    const others = await create(await app.logIn('ren'));
    expect(others.body.address).not.toBe([...addresses][0]);
    expect((await create(hana, 'TRON')).body.address).toMatch(/^T/);
  });

  test('is not verified until its last six characters are typed back', async () => {
    const { address, verified, qr } = (await read(hana)).body as { address: string; verified: boolean; qr: unknown };
    expect([verified, qr]).toEqual([false, null]);
    for (const characters of ['abc', `${address.slice(-7, -1)}`, address.slice(2, 8), '      '])
      expect([characters, (await verify(hana, characters)).problem.fields]).toEqual([
        characters,
        [{ path: 'characters', code: 'deposit.characters_differ' }],
      ]);
    expect((await read(hana)).body.verified).toBe(false);
    expect((await verify(hana, address.slice(-6).toUpperCase())).body).toMatchObject({ address, verified: true });
    expect((await read(hana)).body).toMatchObject({ verified: true, qr: expect.stringMatching(/^<svg/) });
    expect((await hana.get(`${base}/terms`)).body).toMatchObject({
      networks: [
        { chain: 'BSC', standard: 'BEP20', state: 'open', address: 'verified', rate: '1.00', confirmations: 12 },
        { chain: 'TRON', standard: 'TRC20', state: 'open', address: 'unverified', minimum: { amount: '10.00' } },
      ],
    });
  });

  test('that was changed in the database is not shown, nor verified, and somebody is called', async () => {
    const emma = await app.logIn('emma');
    const { address } = (await create(emma)).body as { address: string };
    const where = `WHERE member_id = (SELECT id FROM member WHERE username = 'emma')`;
    for (const change of [
      `address = '0x000000000000000000000000000000000000dEaD'`,
      `account = '\\x000000000000000000000000000000000000dead'`,
      'derivation_index = 77',
    ]) {
      const [before] = await app.database.sql<Record<string, unknown>>(`SELECT * FROM deposit_address ${where}`);
      await app.database.sql(`UPDATE deposit_address SET ${change} ${where}`);
      expect([change, (await read(emma)).problem.code]).toEqual([change, 'deposit.address_withheld']);
      expect((await create(emma)).problem.code).toBe('deposit.address_withheld');
      expect((await verify(emma, '00dEaD')).problem.code).toBe('deposit.address_withheld');
      await app.database.sql(`UPDATE deposit_address SET address = $1, account = $2, derivation_index = $3 ${where}`, [
        before?.address,
        before?.account,
        before?.derivation_index,
      ]);
    }
    expect((await read(emma)).body.address).toBe(address);
    expect(readFileSync(join(app.dataDir, 'trellis.log'), 'utf8')).toContain('deposit address differs');
  });
});

describe('to verify an address', () => {
  let strict: TestApplication;
  beforeAll(async () => {
    strict = await startTestApplication({ chains: chain.configs, watchChains: false, secondFactor: true });
  });
  afterAll(() => strict?.close());

  test('a mailed code is asked for, and one of the authenticator where it is bound', async () => {
    const member = await strict.logIn('lihua');
    const { address } = (await create(member)).body as { address: string };
    const characters = address.slice(-6);
    expect((await verify(member, characters)).problem.fields?.[0]).toMatchObject({ path: 'code' });
    await member.post('/api/v1/security/email-codes', { purpose: 'depositAddress' });
    const code = await mailedCode(strict, 'lihua@example.com');
    expect((await verify(member, characters, { code: code === '111111' ? '222222' : '111111' })).status).toBe(422);
    // A slip in the characters does not use the code up.
    expect((await verify(member, 'zzzzzz', { code })).problem.code).toBe('deposit.characters_differ');
    expect((await verify(member, characters, { code })).status).toBe(200);

    const bound = await strict.logIn('ren');
    const theirs = (await create(bound)).body as { address: string };
    const phone = await bindGoogle(strict, bound, 'ren@example.com');
    expect((await verify(bound, theirs.address.slice(-6), { code: phone.code() })).status).toBe(200);
  });
});

test('what arrives before the address is verified is held, and credited with the verification', async () => {
  const account = await depositAccount(app, 'yuna', 'BSC', false);
  const yuna = await app.logIn('yuna');
  await chain.pay('BSC', account, '30');
  await chain.pay('BSC', account, '31.5');
  await settle();
  expect(await creditsOf(app, 'yuna')).toBe('');
  expect((await deposits(yuna)).deposits.map(({ state, credited }) => [state, credited])).toEqual([
    ['held_unverified', null],
    ['held_unverified', null],
  ]);
  await depositAccount(app, 'yuna', 'BSC');
  expect(await creditsOf(app, 'yuna')).toBe('30 + 31.5');
  expect((await deposits(yuna)).deposits.map(({ state }) => state)).toEqual(['credited', 'credited']);
  await depositAccount(app, 'yuna', 'BSC');
  expect(await creditsOf(app, 'yuna')).toBe('30 + 31.5');
  expect(await notices(yuna)).toEqual(['depositCredited', 'depositCredited', 'depositHeld', 'depositHeld']);
});

test('the notice of a deposit leads to its record, which reports the address and the transaction', async () => {
  const yuna = await app.logIn('yuna');
  const { link } = ((await yuna.get('/api/v1/notices?limit=1&kind=money')).body.notices as { link: string }[])[0] ?? {
    link: '',
  };
  const { body } = await yuna.get(link.replace('/wallet', '/api/v1'));
  const [latest] = (await deposits(yuna)).deposits;
  expect(link).toBe(`/wallet/records/${latest?.reference}`);
  expect(body).toMatchObject({ kind: 'deposit', fee: { amount: '0.00' }, deposit: latest });
  expect(latest).toMatchObject({
    state: 'credited',
    address: (await read(yuna)).body.address,
    transaction: { id: expect.stringMatching(/^0x[0-9a-f]{64}$/), url: null },
  });
});

test('verifying and crediting at one moment never leaves a deposit behind', async () => {
  const account = await depositAccount(app, 'noah', 'BSC', false);
  await chain.pay('BSC', account, '33');
  await chain.node.mine(12);
  await Promise.all([depositAccount(app, 'noah', 'BSC'), watchers.catchUp('BSC')]);
  expect(await creditsOf(app, 'noah')).toBe('33');
});

test('is listed from its first block on, page by page, with what was credited', async () => {
  const account = await depositAccount(app, 'minjun', 'BSC');
  const minjun = await app.logIn('minjun');
  for (const amount of ['11', '5', '13']) await chain.pay('BSC', account, amount);
  await settle();
  await chain.pay('BSC', account, '14');
  await chain.node.mine(3);
  await watchers.catchUp('BSC');
  const first = await deposits(minjun, '?limit=2');
  expect(first.deposits).toMatchObject([
    { state: 'confirming', received: { amount: '14.00' }, credited: null, confirmations: 3, needed: 12 },
    { state: 'credited', received: { amount: '13.00' }, credited: { amount: '13.00' }, confirmations: 12 },
    { state: 'below_minimum', received: { amount: '5.00' }, credited: null },
  ]);
  const second = await deposits(minjun, `?limit=2&after=${first.next}`);
  expect([second.deposits.map(({ received }) => received.amount), second.next]).toEqual([['11.00'], null]);
  expect((await deposits(await app.logIn('jisoo'))).deposits).toEqual([]);
  expect(await notices(minjun)).toContain('depositBelowMinimum');
  const { records } = (await minjun.get('/api/v1/records?kind=deposit')).body as { records: object[] };
  expect(records).toMatchObject([{ kind: 'deposit', money: { amount: '13.00', unit: 'USD' } }, { kind: 'deposit' }]);
});

test('a suspended member gets what is on its way, and makes or verifies no address', async () => {
  const account = await depositAccount(app, 'sora', 'BSC');
  const sora = await app.logIn('sora');
  await suspend(app.database, 'sora');
  await chain.pay('BSC', account, '20');
  await settle();
  expect(await creditsOf(app, 'sora')).toBe('20');
  expect((await create(sora, 'TRON')).problem.code).toBe('member.suspended');
  expect((await verify(sora, 'abcdef')).problem.code).toBe('member.suspended');
  expect((await read(sora)).status).toBe(200);
});

describe('what cannot be credited now', () => {
  const suspended = async () =>
    app.database.sql(`SELECT reason, usdt::text FROM deposit_transfer WHERE state = 'suspense' ORDER BY id`);
  /** The rate was set so long ago that it is not to be used, and there is none for as long as the work takes. */
  async function withoutRate(work: () => Promise<void>): Promise<void> {
    await setRate(app.database, 'usdtInUsd', new Date(Date.now() - 60_000), [1, 1]);
    await setMaximumAge(app.database, 'USDT', 5);
    // Blocks count whole seconds.
    await delay(1_100);
    await work();
    await setMaximumAge(app.database, 'USDT', null);
    await delay(1_100);
  }

  test('for want of a rate waits by itself: the reader goes on, and others are credited behind it', async () => {
    const [waits, below] = [await depositAccount(app, 'weijie', 'BSC'), await depositAccount(app, 'xinyi', 'BSC')];
    const weijie = await app.logIn('weijie');
    await withoutRate(async () => {
      await chain.pay('BSC', waits, '50');
      await chain.pay('BSC', below, '3');
      await chain.node.mine(12);
      expect(await watchers.catchUp('BSC')).toMatchObject({ state: 'upToDate' });
      expect(await suspended()).toEqual([{ reason: 'rate.stale', usdt: '50000000' }]);
      expect((await deposits(weijie)).deposits[0]).toMatchObject({ state: 'suspense', received: { amount: '50.00' } });
      expect(await verifyAll(app.database.url)).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ rows: [expect.anything()] })]),
      );
      expect(await watchers.sink('BSC').priceWaiting()).toBe(0);
    });
    expect(await watchers.sink('BSC').priceWaiting()).toBe(1);
    expect([await creditsOf(app, 'weijie'), await suspended()]).toEqual(['50', []]);
    // Once.
    expect(await watchers.sink('BSC').priceWaiting()).toBe(0);
    expect(await notices(weijie)).toContain('depositCredited');
  });

  test('is credited only once its owner has verified the address, by the rate that was found', async () => {
    const account = await depositAccount(app, 'xinyi', 'TRON', false);
    await withoutRate(async () => {
      await chain.pay('TRON', account, '30');
      await chain.node.mine(12);
      await watchers.catchUp('TRON');
    });
    expect(await watchers.sink('TRON').priceWaiting()).toBe(1);
    expect((await deposits(await app.logIn('xinyi'))).deposits[0]).toMatchObject({ state: 'held_unverified' });
    expect(await creditsOf(app, 'xinyi')).toBe('');
  });

  test('is priced by no other rate than the one in force, and by nobody without one', async () => {
    const account = await depositAccount(app, 'oliver', 'BSC');
    await withoutRate(async () => {
      await chain.pay('BSC', account, '40');
      await settle();
      const database = new Database({ url: app.database.url, poolSize: 1 });
      const rate = `(SELECT min(id) FROM market_rate WHERE pair = 2)`;
      for (const statement of [
        `UPDATE deposit_transfer SET state = 'held_unverified', usd = 1, fee = 0, rate = ${rate} WHERE state = 'suspense'`,
        `UPDATE deposit_transfer SET state = 'held_unverified' WHERE state = 'suspense'`,
        `SELECT release_deposit(id, usdt, ${rate}, now()) FROM deposit_transfer WHERE state = 'suspense'`,
      ])
        await expect(database.rows(statement)).rejects.toThrow();
      await database.close();
    });
    expect(await watchers.sink('BSC').priceWaiting()).toBe(1);
    expect(await creditsOf(app, 'oliver')).toBe('40');
  });

  test('because a guard refuses it is in suspense with its reason, and those behind it are credited', async () => {
    const [refused, next] = [await depositAccount(app, 'jisoo', 'BSC'), await depositAccount(app, 'yuna', 'BSC')];
    // Whoever credits it, meets this.
    await app.database.sql(
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'not this one' USING ERRCODE = 'TX001'; END $$`,
    );
    await app.database.sql(
      `CREATE TRIGGER refuse_one BEFORE UPDATE ON deposit_transfer FOR EACH ROW
         WHEN (NEW.usdt = 61000000 AND NEW.state = 'credited') EXECUTE FUNCTION refuse_one()`,
    );
    await chain.pay('BSC', refused, '61');
    await chain.pay('BSC', next, '62');
    await settle();
    expect(await suspended()).toEqual([{ reason: 'refused.TX001', usdt: '61000000' }]);
    expect([await creditsOf(app, 'jisoo'), await creditsOf(app, 'yuna')]).toEqual(['', expect.stringMatching(/62$/)]);
    // That is no want of a rate: two people decide.
    expect(await watchers.sink('BSC').priceWaiting()).toBe(0);
    await app.database.sql('DROP FUNCTION refuse_one CASCADE');
  });

  test('because it fits into no row is kept as a fault of the chain', async () => {
    const [account, next] = [await depositAccount(app, 'minjun', 'BSC'), await depositAccount(app, 'lihua', 'BSC')];
    const { token } = chain.config('BSC');
    const hash = (digit: string) => `0x${digit.repeat(64)}`;
    const transfer = (to: string, digit: string, amount: string) => ({
      ...{ token: token.account, from: `0x${'fa'.repeat(20)}`, to, units: unitsOf(amount, token.decimals) },
      ...{ block: 1, blockHash: hash('1'), transaction: hash(digit), logIndex: 0, ordinal: 0, blockTime: new Date() },
    });
    const both = [transfer(account, 'a', `1${'0'.repeat(30)}`), transfer(next, 'b', '63')];
    await watchers.database.inTransaction(() => watchers.sink('BSC').record(both));
    expect(await creditsOf(app, 'lihua')).toBe('63');
    expect(await app.database.sql('SELECT chain, reason FROM chain_fault')).toEqual([
      { chain: 'BSC', reason: expect.stringContaining('refused.22003') },
    ]);
  });
});

test('less than the smallest unit is no deposit, and many below the minimum are one notice a day', async () => {
  const account = await depositAccount(app, 'ren', 'BSC');
  const ren = await app.logIn('ren');
  const below = 'depositBelowMinimum';
  const { token } = chain.config('BSC');
  for (let count = 0; count < 3; count += 1)
    await chain.node.transfer(token.account, `0x${'fa'.repeat(20)}`, account, 1n);
  await settle();
  expect([(await deposits(ren)).deposits, await notices(ren)]).toEqual([[], expect.not.arrayContaining([below])]);
  for (const amount of ['0.5', '0.6', '0.7']) await chain.pay('BSC', account, amount);
  await settle();
  expect((await deposits(ren)).deposits).toHaveLength(3);
  expect((await notices(ren)).filter((template) => template === below)).toHaveLength(1);
});

test('a network whose reader fails again and again, or that nobody reads, is said to be delayed', async () => {
  const state = async () =>
    ((await hana.get(`${base}/terms`)).body.networks as { chain: string; state: string }[]).find(
      ({ chain: name }) => name === 'BSC',
    )?.state;
  expect(await state()).toBe('open');
  await app.database.sql(
    `INSERT INTO job (name, failures, failing_since, last_failed_at, last_error) VALUES ('BSC main', 3, now(), now(), 'x')
     ON CONFLICT (name) DO UPDATE SET failures = 3`,
  );
  expect(await state()).toBe('paused');
  await app.database.sql(`UPDATE job SET failures = 0, failing_since = NULL WHERE name = 'BSC main'`);
  expect(await state()).toBe('open');
  await app.database.sql(
    `UPDATE chain_cursor SET worker = gen_random_uuid(), leased_until = now() - interval '6 minutes' WHERE kind = 'main'`,
  );
  expect(await state()).toBe('paused');
  await app.database.sql('UPDATE chain_cursor SET worker = NULL, leased_until = NULL');
});

test('from a rule’s value on a deposit waits until two treasurers release it, and nothing goes round them', async () => {
  const [tina, theo] = [await operator('tina'), await operator('theo')];
  await setRule(app.database, 'withdrawalReview', 'all', {
    ...{ twoFrom: '1000000000', largeFrom: '5000000000', many: 3, reviewHours: 72 },
    depositTwoFrom: '400000000',
  });
  const account = await depositAccount(app, 'lihua', 'BSC');
  const lihua = await app.logIn('lihua');
  await chain.pay('BSC', account, '399.99');
  await chain.pay('BSC', account, '400');
  await settle();
  const { deposits: shown } = await deposits(lihua);
  expect(
    shown
      .slice(0, 2)
      .map(({ state, received }) => [state, received.amount])
      .sort(),
  ).toEqual([
    ['credited', '399.99'],
    ['suspense', '400.00'],
  ]);
  const [large] = await app.database.sql<{ id: string; reason: string }>(
    `SELECT id, reason FROM deposit_transfer WHERE state = 'suspense' AND usdt = 400000000`,
  );
  expect(large?.reason).toBe('large');
  for (const sql of [
    `UPDATE deposit_transfer SET state = 'held_unverified' WHERE id = ${large?.id}`,
    `SELECT price_deposit(${large?.id}, now())`,
    `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id, units,
       usdt, minimum, usd, fee, rate, state, recorded_at)
     SELECT chain, token, transaction, 99, block, block_hash, block_time, sender, account, member_id, units, usdt, minimum, usdt, 0,
       (SELECT max(id) FROM market_rate WHERE pair = 1), 'held_unverified', now() FROM deposit_transfer WHERE id = ${large?.id}`,
  ])
    await watchers.database.rows(sql).catch(() => undefined);
  expect(await creditsOf(app, 'lihua')).toMatch(/399.99$/);
  expect(await app.database.sql('SELECT 1 FROM deposit_transfer WHERE ordinal = 99')).toEqual([]);
  expect((await tina.post(`/deposits/${large?.id}/release`, { reason: 'known sender' })).status).toBe(200);
  expect((await tina.approve('deposit.release', large?.id)).problem.code).toBe('approval.second_person');
  expect((await theo.approve('deposit.release', large?.id)).status).toBe(200);
  expect(await creditsOf(app, 'lihua')).toMatch(/399.99 \+ 400$/);
});

test('what comes to who was erased is in suspense: released to nobody, and returned by two treasurers', async () => {
  const [tess, tom] = [await operator('tess'), await operator('tom')];
  const account = await depositAccount(app, 'emma', 'BSC');
  await app.database.sql(
    `UPDATE member SET erased_at = now(), username = 'erased123456789', username_key = 'erased123456789', country = NULL,
            email = 'erased123456789@erased.invalid', email_key = 'erased123456789@erased.invalid' WHERE username = 'emma'`,
  );
  await chain.pay('BSC', account, '20');
  await settle();
  const late = async () =>
    (
      await app.database.sql<{ id: string; state: string; reason: string }>(
        `SELECT d.id, d.state, d.reason FROM deposit_transfer d JOIN member m ON m.id = d.member_id WHERE m.username = 'erased123456789'`,
      )
    ).at(-1);
  expect(await late()).toMatchObject({ state: 'suspense', reason: 'erased' });
  const id = (await late())?.id ?? '';
  expect((await tess.post(`/deposits/${id}/release`, { reason: 'for them' })).problem.code).toBe('erasure.done');
  const back = { address: '0x52908400098527886E0F7030069857D2E4169EE7', reason: 'to who sent it' };
  const { body } = await tess.post(`/deposits/${id}/return`, back);
  expect((await tom.approve('deposit.return', body.id)).status).toBe(200);
  expect(await late()).toMatchObject({ state: 'returning' });
});

test('how much has to arrive is reported, rounded up', async () => {
  expect((await hana.get(`${base}/needed?amount=100.5`)).body).toMatchObject({
    amount: { amount: '100.50', unit: 'USD' },
    needed: { amount: '100.50', unit: 'USDT' },
    rate: '1.00',
    minimum: { amount: '10.00', unit: 'USDT' },
  });
  for (const amount of ['0', '-1', '1e3', '1.1234567', ''])
    expect([amount, (await hana.get(`${base}/needed?amount=${amount}`)).problem.fields]).toEqual([
      amount,
      [{ path: 'amount', code: 'money.amount_format' }],
    ]);
});

test('a network that is not configured makes no address', async () => {
  const bare = await startTestApplication();
  const member = await bare.logIn('hana');
  expect((await create(member)).problem.code).toBe('deposit.network_unavailable');
  expect((await member.get(`${base}/terms`)).body).toMatchObject({ networks: [{ state: 'off' }, { state: 'off' }] });
  await bare.close();
});

test('the books are sound', async () => {
  expect((await verifyAll(app.database.url)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});
