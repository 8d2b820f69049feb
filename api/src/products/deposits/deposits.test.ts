import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { bindGoogle } from '../../testing/authenticator.ts';
import { creditsOf, depositAccount, TestWatchers } from '../../testing/deposits.ts';
import { suspend } from '../../testing/members.ts';
import { mailedCode } from '../../testing/registering.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain } from '../../testing/testChain.ts';

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

test('the notice of a deposit leads to its record, which tells the address and the transaction', async () => {
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

test('without a rate nothing is credited or lost; it waits', async () => {
  const account = await depositAccount(app, 'weijie', 'BSC');
  const weijie = await app.logIn('weijie');
  const [rate] = await app.database.sql<{ during: string }>('SELECT during::text FROM market_rate WHERE pair = 1');
  await app.database.sql(`UPDATE market_rate SET during = 'empty' WHERE pair = 1`);
  await chain.pay('BSC', account, '50');
  await chain.node.mine(12);
  await expect(watchers.catchUp('BSC')).rejects.toMatchObject({ code: 'rate.unavailable' });
  expect((await weijie.get(`${base}/needed?amount=100`)).problem.code).toBe('rate.unavailable');
  await app.database.sql('ALTER TABLE market_rate DISABLE TRIGGER market_rate_fixed');
  await app.database.sql('UPDATE market_rate SET during = $1 WHERE pair = 1', [rate?.during]);
  await watchers.catchUp('BSC');
  expect(await creditsOf(app, 'weijie')).toBe('50');
});

test('how much has to arrive is told, rounded up', async () => {
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
