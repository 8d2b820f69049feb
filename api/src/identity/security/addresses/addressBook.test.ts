import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bindGoogle, type Phone } from '../../../testing/authenticator.ts';
import { mails } from '../../../testing/mails.ts';
import {
  type Answer,
  type Client,
  startTestApplication,
  type TestApplication,
} from '../../../testing/testApplication.ts';

let app: TestApplication;
let hana: Client;
let phone: Phone;
const evm = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
  hana = await app.logIn('hana');
});
afterAll(() => app.close());

const add = (body: object, member = hana): Promise<Answer> =>
  member.post('/api/v1/addresses', { chain: 'BSC', address: evm, label: 'Cold store', ...body });
const book = async (member = hana): Promise<Record<string, string>[]> =>
  (await member.get('/api/v1/addresses')).body.addresses as Record<string, string>[];

test('asks for a bound authenticator, and then for a code', async () => {
  expect((await add({})).problem.code).toBe('twofactor.required');
  phone = await bindGoogle(app, hana, 'hana@example.com');
  expect((await add({})).problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
});

test.each([
  ['BSC', '0x8617E340B3D01FA5F11F306F4090FD50E238070d', 'withdrawal.address_invalid', 'Please enter a valid address'],
  ['TRON', evm, 'withdrawal.tron_address_invalid', 'Please enter a valid TRON address'],
  ['BTC', evm, 'withdrawal.btc_address_invalid', 'Please enter a valid BTC address'],
])('refuses a wrong address of %s and repeats none', async (chain, address, code, title) => {
  const refused = await add({ chain, address, code: phone.code() });
  expect(refused.problem).toMatchObject({ status: 422, code, title, fields: [{ path: 'address', code }] });
  expect(refused.text).not.toContain(address);
  expect(await book()).toEqual([]);
});

test('adds an address in its one form, held for a day, and notifies the owner', async () => {
  const done = await add({ address: ` ${evm.toLowerCase()} `, code: phone.code() });
  expect(done.body).toMatchObject({ chain: 'BSC', address: evm, label: 'Cold store' });
  const hours = (Date.parse(String(done.body.usableFrom)) - app.clock.now().getTime()) / 3_600_000;
  expect(hours).toBeCloseTo(24, 1);
  expect(await book()).toHaveLength(1);
  const [mail] = await mails(app.database, { like: 'addressAdded' });
  expect(mail?.params.address).toBe(evm);
  const again = await add({ code: phone.code() });
  expect(again.problem).toMatchObject({ status: 409, code: 'withdrawal.address_known' });
});

test('takes twenty', async () => {
  await app.database.sql(
    `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
     SELECT m.id, 'BTC', 'a' || n, 'n' || n, now(), now() FROM member m, generate_series(1, 18) n WHERE m.username = 'hana'`,
  );
  const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  expect((await add({ chain: 'TRON', address: tron, code: phone.code() })).status).toBe(200);
  const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const full = await add({ chain: 'BTC', address: btc, code: phone.code() });
  expect(full.problem).toMatchObject({ status: 409, code: 'withdrawal.address_book_full' });
});

test('an address that was removed waits again when it is added again', async () => {
  const [entry] = (await book()).filter(({ address }) => address === evm);
  app.clock.advance(30 * 3_600_000);
  hana = app.visitor.after(
    await app.visitor.post('/api/v1/session', {
      username: 'hana',
      password: 'Lattice-7-Window',
      code: phone.code(),
    }),
  );
  expect((await hana.send('DELETE', `/api/v1/addresses/${entry?.id}`, undefined)).status).toBe(200);
  const again = await add({ code: phone.code() });
  expect(again.status).toBe(200);
  expect(Date.parse(String(again.body.usableFrom))).toBeGreaterThan(app.clock.now().getTime() + 23 * 3_600_000);
});
