import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bindGoogle } from '../../testing/authenticator.ts';
import { newMember, type TestMember } from '../../testing/members.ts';
import { proveAddress, registration } from '../../testing/registering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses } from '../../testing/withdrawals.ts';

/** Fay is new. Gil, who is new as well, does none of what she does. */
let app: TestApplication;
let fay: TestMember;
let gil: TestMember;
beforeAll(async () => {
  app = await startTestApplication();
  fay = await newMember(app);
  gil = await newMember(app);
});
afterAll(() => app.close());

const stepsOf = async ({ client }: TestMember) => (await client.get('/api/v1/first-steps')).body;
const nothing = { secured: false, funded: false, payoutAddress: false, invited: false, addressWaitHours: 24 };

test('whoever is new has done nothing, and each step shows at once and stays', async () => {
  expect(await stepsOf(fay)).toEqual(nothing);

  const demo = await app.logIn('demo');
  expect((await demo.transfer(fay.username, '5')).status).toBe(201);
  expect(await stepsOf(fay)).toEqual({ ...nothing, funded: true });

  const kept = await fay.client.post('/api/v1/addresses', { chain: 'BTC', address: addresses.BTC, label: 'Cold' });
  expect(kept.status).toBe(200);
  expect(await stepsOf(fay)).toEqual({ ...nothing, funded: true, payoutAddress: true });

  await bindGoogle(app, fay.client, fay.email, String(registration().password));
  expect(await stepsOf(fay)).toEqual({ ...nothing, funded: true, payoutAddress: true, secured: true });

  const { invitationCode } = (await fay.client.get('/api/v1/profile')).body;
  const email = 'guest@example.com';
  const emailTicket = await proveAddress(app, email);
  const guest = registration({ email, username: 'guest1', emailTicket, invitationCode });
  expect((await app.visitor.post('/api/v1/members', guest)).status).toBe(201);
  expect(await stepsOf(fay)).toEqual({ ...nothing, funded: true, payoutAddress: true, secured: true, invited: true });

  expect((await fay.client.send('DELETE', `/api/v1/addresses/${kept.body.id}`, undefined)).status).toBe(200);
  expect(await stepsOf(fay)).toMatchObject({ payoutAddress: false, funded: true });
});

test('what one member does is not counted for another', async () => {
  expect(await stepsOf(gil)).toEqual(nothing);
});
