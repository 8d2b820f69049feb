import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Rita reviews; Vera only looks. */
let app: TestApplication;
let rita: OpsClient;
let vera: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer', 'support']));
  vera = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
});
afterAll(() => app.close());

const log = async () => {
  const { body } = await vera.get('/incident/log');
  return (body.steps as { action: string; by: string; subject: string; reason: string }[]).map(
    ({ action, by, subject, reason }) => `${action} ${subject} ${by}: ${reason}`,
  );
};

test('has what was stopped, the latest first, for every role, and none of what anybody looked at or did alongside it', async () => {
  expect(await log()).toEqual([]);
  expect((await rita.get('/members/hana')).status).toBe(200);
  expect((await rita.post('/payouts/freeze', { reason: 'strange payouts' })).status).toBe(200);
  expect(
    (await rita.post('/members/hana/suspend', { reason: 'an outsider asked', cause: 'securityCheck' })).status,
  ).toBe(200);
  expect((await rita.post('/releases/plan/off', { reason: 'wrong figures' })).status).not.toBe(403);
  const steps = await log();
  expect(steps.at(-1)).toBe('payouts.freeze payouts operator:rita: strange payouts');
  expect(steps.join('\n')).not.toMatch(/hana|outsider/);
});

test('goes back to when payouts were frozen, however long that is', async () => {
  app.clock.advance(3 * 24 * 3600 * 1000);
  vera = await loggedIn(app, await enrolled(app, 'viv', ['viewer']));
  expect((await log()).at(-1)).toBe('payouts.freeze payouts operator:rita: strange payouts');
  await app.database.sql(`UPDATE payout_freeze SET ended_at = now(), ended_by = 'tests', reason = 'over'`);
  expect(await log()).toEqual([]);
});
