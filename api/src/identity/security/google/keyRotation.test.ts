import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoPassword } from '../../../development/demo/team.ts';
import { Database } from '../../../platform/db/database.ts';
import { bindGoogle } from '../../../testing/authenticator.ts';
import { enrolled, loggedIn } from '../../../testing/operators.ts';
import { type Answer, startTestApplication, type TestApplication } from '../../../testing/testApplication.ts';
import { countSealed, sealAgain } from '../../credentials/sealedColumns.ts';

/** Demo and hana have Google Authenticator, tina is an operator: all under a key that is to be replaced. */
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
let app: TestApplication;
let database: Database;
beforeAll(async () => {
  app = await startTestApplication({ secrets: [oldKey] });
  database = new Database({ url: app.database.ownerUrl, poolSize: 2 });
  for (const username of ['demo', 'hana']) await bindGoogle(app, await app.logIn(username), `${username}@example.com`);
  await enrolled(app, 'tina', ['treasurer']);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const counted = async (secrets: readonly Buffer[]) =>
  (await countSealed(database, secrets)).map(({ table, key, count }) => `${table} ${key} ${count}`);

test('secrets under an older key are counted, sealed again with the newest, and then the older key can go', async () => {
  expect(await counted([newKey, oldKey])).toEqual(['member older 2', 'operator older 1']);
  expect(await counted([newKey])).toEqual(['member missing 2', 'operator missing 1']);
  expect(await sealAgain(database, [newKey, oldKey])).toBe(3);
  expect(await counted([newKey])).toEqual(['member newest 2', 'operator newest 1']);
  expect(await sealAgain(database, [newKey, oldKey])).toBe(0);
  // Back, as it came: nothing is lost on the way.
  expect(await sealAgain(database, [oldKey, newKey])).toBe(3);
  const tina = await app.database.sql(`SELECT totp_key FROM operator WHERE name = 'tina'`);
  expect(tina).toHaveLength(1);
});

test('who is sealed under a key that is gone gets a clear answer, keeps the factor, and nobody else meets it', async () => {
  await sealAgain(database, [newKey, oldKey]);
  const logIn = (code?: string): Promise<Answer> =>
    app.visitor.post('/api/v1/session', { username: 'demo', password: demoPassword, ...(code && { code }) });
  // Without a code it is asked for: the account is no weaker.
  expect((await logIn()).status).toBe(401);
  expect((await logIn('123456')).problem.code).toBe('twofactor.unreadable');
  const ren = await app.logIn('ren');
  expect((await ren.get('/api/v1/balances')).status).toBe(200);
  // An operator reads no more than at any wrong code.
  await expect(loggedIn(app, { name: 'tina', secret: 'A'.repeat(32) })).rejects.toThrow('auth.credentials_invalid');
});
