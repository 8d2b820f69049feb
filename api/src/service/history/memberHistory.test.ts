import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { giveWithdrawal } from '../../testing/withdrawals.ts';

/** Sue supports, Rita reviews. */
let app: TestApplication;
let sue: OpsClient;
let rita: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
});
afterAll(() => app.close());

interface Line {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
}
interface Page {
  readonly access: string;
  readonly lines: readonly Line[];
  readonly next: string | null;
}
const timeline = async (who: OpsClient, username: string, query = ''): Promise<Page> =>
  (await who.get(`/members/${username}/timeline?${query}`)).body as unknown as Page;

async function complete(who: OpsClient, username: string, limit: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  let after: string | null = null;
  do {
    const page: Page = await timeline(who, username, `limit=${limit}${after === null ? '' : `&after=${after}`}`);
    lines.push(...page.lines);
    after = page.next;
  } while (after !== null);
  return lines;
}

test('a timeline has every table’s lines once and in the order of time, however it is cut into pages', async () => {
  await give(app.database, 'hana', 'usdAvailable', 50);
  await give(app.database, 'hana', 'usdtAvailable', 7);
  await giveWithdrawal(app, 'hana');
  await sue.post('/members/hana/suspend', { cause: 'other', reason: 'a look at it' });
  await give(app.database, 'hana', 'usdAvailable', 1);
  await sue.post('/members/hana/restore', { reason: 'all is well' });
  const once = await complete(rita, 'hana', 100);
  const kinds = new Set(once.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['deed', 'record']));
  expect(once.slice(0, 3).map(({ kind }) => kind)).toEqual(['deed', 'record', 'deed']);
  const times = once.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((one, other) => other - one));
  expect(new Set(once.map(({ id }) => id)).size).toBe(once.length);
  for (const limit of [1, 2, 3, 5])
    expect((await complete(rita, 'hana', limit)).map(({ id }) => id)).toEqual(once.map(({ id }) => id));
  const accesses = await timeline(rita, 'hana', 'kind=looks');
  expect(accesses.lines.length).toBeGreaterThan(5);
  expect((await timeline(rita, 'hana', `kind=actions`)).lines.map(({ kind }) => kind)).toEqual(['deed', 'deed']);
  const forged = Buffer.from("a.1_a';--.2").toString('base64url');
  expect((await rita.get(`/members/hana/timeline?after=${forged}`)).problem.code).toBe('field.format');
});

test('an open inquiry opens its member’s money to whoever may answer it, and closing shuts it again', async () => {
  const emma = await app.logIn('emma');
  await give(app.database, 'emma', 'usdAvailable', 3);
  const details = async () => (await sue.get('/members/emma')).body as { access: string; balances: object | null };
  expect(await timeline(sue, 'emma', 'kind=money')).toEqual({ access: 'none', lines: [], next: null });
  expect((await sue.get('/members/emma/equation')).body).toEqual({ access: 'none', units: [] });
  expect(await details()).toMatchObject({ access: 'none', balances: null });

  const request = await emma.post(
    '/api/v1/inquiries',
    { type: 'deposit', text: 'Where is it?' },
    { 'idempotency-key': newKey() },
  );
  const inquiry = String(request.body.id);
  expect((await timeline(sue, 'emma', 'kind=money')).lines[0]).toMatchObject({
    kind: 'record',
    record: 'opening',
    money: { amount: '3.00', unit: 'USD' },
  });
  expect((await sue.get('/members/emma/equation')).body).toMatchObject({ access: 'inquiry' });
  expect(await details()).toMatchObject({ access: 'inquiry', balances: expect.anything() });
  // Of hers alone: another member's stays shut.
  expect((await timeline(sue, 'noah', 'kind=money')).lines).toEqual([]);
  const accesses = await audited(app.database, { subject: 'emma', like: 'member.%' });
  expect(accesses.filter(({ after }) => (after as { inquiry?: string }).inquiry === inquiry).length).toBe(3);

  await sue.post(`/inquiries/${inquiry}/close`, { reason: 'reported on the phone' });
  expect((await timeline(sue, 'emma', 'kind=money')).access).toBe('none');
  expect(await details()).toMatchObject({ access: 'none', balances: null });
});

test('the equation adds up by unit, and a unit that nobody posted shows', async () => {
  const historyOf = async () =>
    (await rita.get('/members/noah/equation')).body.units as {
      unit: string;
      parts: { kind: string; money: { amount: string } }[];
      sum: { amount: string };
      held: { amount: string };
    }[];
  await give(app.database, 'noah', 'usdAvailable', 40);
  await giveWithdrawal(app, 'noah');
  const [usd] = await historyOf();
  // What is held for a withdrawal is still the member's.
  expect(usd?.parts.map(({ kind }) => kind)).not.toContain('hold');
  expect(usd).toMatchObject({ unit: 'USD', sum: usd?.held });
  await app.database.sql(`UPDATE account SET balance = balance + 1
    WHERE id = (SELECT id * 1000 + 101 FROM member WHERE username = 'noah')`);
  const [spoilt] = await historyOf();
  expect(spoilt?.sum).toEqual(usd?.sum);
  expect(Number(spoilt?.held.amount) - Number(usd?.held.amount)).toBeCloseTo(0.000001, 9);
});
