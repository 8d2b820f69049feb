import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, giveWithdrawal, keepAddress, keepDepositAddress } from '../../testing/withdrawals.ts';
import { meaningOf } from './meaning.ts';

let app: TestApplication;
let sue: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
});
afterAll(() => app.close());

const find = async (q: string): Promise<{ kind: string; username: string }[]> =>
  (await sue.get(`/search?q=${encodeURIComponent(q)}`)).body.hits as { kind: string; username: string }[];
const hitsOf = async (q: string) => (await find(q)).map(({ kind, username }) => `${kind} ${username}`).sort();

test.each([
  ['#12', ['inquiry 12']],
  ['Hana@Example.com', ['email Hana@Example.com']],
  [`0x${'Ab'.repeat(32)}`, [`transaction ${'ab'.repeat(32)}`]],
  ['0198F3C1-0000-7000-8000-0000000000AA', ['reference 0198f3c1-0000-7000-8000-0000000000aa']],
  [addresses.TRON, [`address ${addresses.TRON}`]],
  [addresses.BSC.toLowerCase(), [`address ${addresses.BSC}`]],
  ['hana', ['username hana']],
  ['12', ['username 12']],
])('%s is meant as %j', (text, forms) => {
  expect(meaningOf(text).map(({ form, key }) => `${form} ${key}`)).toEqual(expect.arrayContaining(forms));
});

test('whatever a member has in hand leads to them, and nothing leads there by its beginning', async () => {
  await keepAddress(app, 'hana', 'TRON');
  await keepDepositAddress(app, 'emma', addresses.BSC);
  const withdrawal = await giveWithdrawal(app, 'hana');
  await app.database.sql(
    `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                                   units, usdt, minimum, state, recorded_at)
     SELECT 'TRON', a, decode($1, 'hex'), 0, 1, decode($1, 'hex'), now(), a, a, m.id, 1, 1, 1, 'below_minimum', now()
       FROM member m, decode(repeat('ab', 20), 'hex') AS a WHERE m.username = 'hana'`,
    ['cd'.repeat(32)],
  );
  const [hold] = await app.database.sql<{ hold: string }>('SELECT hold FROM withdrawal WHERE id = $1', [withdrawal]);
  const emma = await app.logIn('emma');
  const demo = await app.logIn('demo');
  const sent = await demo.transfer('hana', '1', newKey());
  const request = await emma.post(
    '/api/v1/inquiries',
    { type: 'deposit', text: 'Where is it?' },
    { 'idempotency-key': newKey() },
  );
  const refused = await app.visitor.post('/api/v1/session', { username: 'noah', password: 'not this one' });
  expect(await hitsOf('HANA')).toEqual(['member hana']);
  expect(await hitsOf('emma@example.com')).toEqual(['member emma']);
  expect(await hitsOf(addresses.TRON)).toEqual(['member hana']);
  expect(await hitsOf(addresses.BSC)).toEqual(['member emma']);
  expect(await hitsOf(withdrawal)).toEqual(['withdrawal hana']);
  expect(await hitsOf(hold?.hold ?? '')).toEqual(['record hana', 'withdrawal hana']);
  expect(sent.status).toBe(201);
  expect(await hitsOf(String(sent.body.reference))).toEqual(['record demo', 'record hana']);
  expect(await hitsOf('CD'.repeat(32))).toEqual(['deposit hana']);
  expect(await hitsOf(`#${String(request.body.id)}`)).toEqual(['inquiry emma']);
  expect(await hitsOf(refused.problem.requestId)).toEqual(['request noah']);
  for (const nothing of ['han', 'hana@', 'emma@example', 'ab'.repeat(32), newKey(), '#999999', addresses.BTC])
    expect(await hitsOf(nothing)).toEqual([]);
});

test('whoever finds a member has looked at them, and what was typed in vain is kept nowhere', async () => {
  await find('noah@example.com');
  await find('nobody.at.all@example.com');
  const [latest, before] = (await audited(app.database, { like: 'member.find' })).reverse();
  expect([before?.subject, latest?.subject]).toEqual(['noah', 'nobody']);
  expect(JSON.stringify(latest)).not.toContain('nobody.at.all');
});
