import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** What a caller says about an action, as reason or as header, makes no look of it. */
let app: TestApplication;
let sue: OpsClient;
let ada: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  ada = await loggedIn(app, await enrolled(app, 'ada', ['auditor']));
});
afterAll(() => app.close());

const background = { 'x-background': '1' };
const actions = async (path: string): Promise<string[]> =>
  ((await ada.get(path)).body as { events: { action: string }[] }).events.map(({ action }) => action).reverse();

test('an action whose reason is "read", sent as a page that looks again, stands in the log each time, among the changes', async () => {
  for (const country of ['JP', 'KR', 'JP', 'KR']) {
    const answer = await sue.post('/members/hana/country', { country, reason: 'read' }, background);
    expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.not.stringContaining('"code"')]);
  }
  for (const action of ['suspend', 'restore', 'suspend', 'restore'])
    await sue.post(
      `/members/hana/${action}`,
      { reason: 'read', ...(action === 'suspend' && { cause: 'other' }) },
      background,
    );
  const done = [
    ...Array(4).fill('member.country'),
    ...['member.suspend', 'member.restore', 'member.suspend', 'member.restore'],
  ];
  const all = await actions('/audit?subject=hana');
  // The answer shows the member, which is a look of its own.
  expect(all.filter((action) => action !== 'member.read')).toEqual(done);
  expect(await actions('/audit?subject=hana&without=looks')).toEqual(done);
  const { lines } = (await sue.get('/members/hana/timeline?kind=actions')).body as { lines: { action: string }[] };
  expect(lines.map(({ action }) => action).reverse()).toEqual(done);
});

test('a look of a page that looks again counts once, and is none of the changes', async () => {
  for (const member of ['emma', 'emma', 'emma']) await sue.send('GET', `/members/${member}`, undefined, background);
  expect(await actions('/audit?subject=emma')).toEqual(['member.read']);
  expect(await actions('/audit?subject=emma&without=looks')).toEqual([]);
});
