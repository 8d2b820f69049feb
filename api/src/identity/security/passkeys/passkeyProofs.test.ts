import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bindGoogle, type Phone } from '../../../testing/authenticator.ts';
import { givePasskey, type TestPasskey, testPasskeyOrigin } from '../../../testing/passkey.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../../testing/testApplication.ts';

const day = 24 * 3600;
let app: TestApplication;
let hana: Client;
let phone: Phone;
let key: TestPasskey;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true, rateLimitFactor: 100, publicOrigin: testPasskeyOrigin });
  hana = await app.logIn('hana');
  phone = await bindGoogle(app, hana, 'hana@example.com');
  key = await givePasskey(app, 'hana', day);
});
afterAll(() => app.close());

const challenge = async (client = hana, action = 'transfer'): Promise<unknown> =>
  (await client.post('/api/v1/security/passkeys/proof', { action })).body.options;
const send = (code: string, amount = '3', idempotencyKey = newKey()) =>
  hana.post(
    '/api/v1/transfers',
    { recipient: 'demo', amount, unit: 'USD', code },
    { 'idempotency-key': idempotencyKey },
  );
const balance = async (): Promise<unknown> => (await hana.get('/api/v1/balances')).body.balances;

describe('a passkey proves an action in place of a code', () => {
  test('once: the same answer moves nothing a second time', async () => {
    const code = key.answer(await challenge());
    expect((await send(code)).status).toBe(201);
    const before = await balance();
    expect((await send(code)).problem.fields).toEqual([{ path: 'code', code: 'twofactor.incorrect' }]);
    expect(await balance()).toEqual(before);
  });

  test('thirty times at once: one of them', async () => {
    const code = key.answer(await challenge());
    const sent = await Promise.all(Array.from({ length: 30 }, () => send(code)));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('and is still good when the action failed for another reason', async () => {
    const code = key.answer(await challenge());
    expect((await send(code, '4999')).problem.code).toBe('money.insufficient_balance');
    expect((await send(code)).status).toBe(201);
    expect((await send(code)).status).toBe(422);
  });

  test('the same call sent again is answered again', async () => {
    const [code, idempotencyKey] = [key.answer(await challenge()), newKey()];
    const first = await send(code, '3', idempotencyKey);
    const again = await send(code, '3', idempotencyKey);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  test('a code of the authenticator does as before', async () => {
    expect((await send(phone.code())).status).toBe(201);
  });
});

describe('it proves nothing', () => {
  test.each([
    ['for another action', async () => key.answer(await challenge(hana, 'address'))],
    ['of a challenge that nobody gave out', async () => key.answer({ challenge: 'AAAA', rpId: 'localhost' })],
    ['from another site', async () => key.answer(await challenge(), { origin: 'https://evil.example' })],
    ['without its owner’s presence proven', async () => key.answer(await challenge(), { unlocked: false })],
    ['signed by another device', async () => (await outsider()).answer(await challenge())],
    [
      'of another member',
      async () => {
        const ren = await app.logIn('ren');
        return (await givePasskey(app, 'ren', day)).answer(await challenge(ren));
      },
    ],
    [
      'in five minutes’ time',
      async () => {
        const code = key.answer(await challenge());
        app.clock.advance(301_000);
        return code;
      },
    ],
    ['as nonsense', async () => `passkey.${Buffer.from(`{"id":"${'x'.repeat(200)}"}`).toString('base64url')}`],
  ] as const)('%s', async (_case, make) => {
    const code = await make();
    const before = await balance();
    expect((await send(code)).problem.fields).toEqual([{ path: 'code', code: 'twofactor.incorrect' }]);
    expect(await balance()).toEqual(before);
  });

  test('on its first day, so that one phished code is not for ever', async () => {
    const ren = await app.logIn('ren');
    await app.database.sql(`DELETE FROM passkey WHERE member_id = (SELECT id FROM member WHERE username = 'ren')`);
    const fresh = await givePasskey(app, 'ren', day - 60);
    const started = await ren.post('/api/v1/security/passkeys/proof', { action: 'transfer' });
    expect(started.problem.code).toBe('passkey.refused');
    const own = await challenge();
    const body = { recipient: 'demo', amount: '3', unit: 'USD', code: fresh.answer(own) };
    await bindGoogle(app, ren, 'ren@example.com');
    const sent = await ren.post('/api/v1/transfers', body, { 'idempotency-key': newKey() });
    expect(sent.problem.fields).toEqual([{ path: 'code', code: 'twofactor.incorrect' }]);
  });

  test('for who has bound no authenticator: that comes first', async () => {
    const lihua = await app.logIn('lihua');
    const own = await givePasskey(app, 'lihua', day);
    const body = { recipient: 'demo', amount: '3', unit: 'USD', code: own.answer(await challenge(lihua)) };
    const sent = await lihua.post('/api/v1/transfers', body, { 'idempotency-key': newKey() });
    expect(sent.problem.code).toBe('twofactor.required');
  });
});

/** A device that says it was hana's, and signs with a key of its own. */
async function outsider(): Promise<TestPasskey> {
  const other = await givePasskey(app, 'emma', day);
  return {
    ...other,
    id: key.id,
    answer(options) {
      const text = Buffer.from(other.answer(options).slice('passkey.'.length), 'base64url').toString();
      return `passkey.${Buffer.from(text.replaceAll(other.id, key.id)).toString('base64url')}`;
    },
  };
}
