import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, startTestApplication, type TestApplication } from '../testing/testApplication.ts';

let app: TestApplication;
let hana: Client;
beforeAll(async () => {
  app = await startTestApplication();
  hana = await app.logIn('hana');
});
afterAll(() => app.close());

const ready = async (): Promise<number> => (await fetch(`${app.origin}/readyz`)).status;
const heldBy = async (): Promise<number> =>
  (await app.database.sql('SELECT FROM role_lease WHERE until > clock_timestamp()')).length;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 200));
}

test('in a copy of the database nobody does the jobs, and members are turned away, until somebody takes over', async () => {
  await until(async () => (await heldBy()) === 1);
  expect(await ready()).toBe(200);
  await app.database.sql(`SELECT leave_home('test', 'restored')`);
  expect(await ready()).toBe(503);
  await until(async () => (await heldBy()) === 0);
  await until(async () => (await hana.get('/api/v1/balances')).status === 503);
  const refused = await hana.get('/api/v1/balances');
  expect(refused.body).toMatchObject({ code: 'server.busy' });
  // Operators look at it: the console is there, and knows who is not logged in.
  await app.database.sql(`SELECT take_home('test', 'the old server is gone')`);
  expect(await ready()).toBe(200);
  await until(async () => (await heldBy()) === 1);
  expect((await hana.get('/api/v1/balances')).status).toBe(200);
});
