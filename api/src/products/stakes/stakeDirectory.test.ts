import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { demoPassword } from '../../development/demo/team.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { dayMs, dayText, utcDayOf } from '../../ground/utcDay.ts';
import { Database } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { audited } from '../../testing/records.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { daysOn, fundStakePool } from '../../testing/stakes.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress } from '../../testing/withdrawals.ts';

/**
 * Rita reviews. Sora's stakes began on the first day: one goes on in its second term, with its profit in the queue, and one
 * waits for a choice. All of Jisoo's, begun on the same day, is applied for. Hana's began ten days before the present.
 */
let app: TestApplication;
let clock: DevelopmentClock;
let database: Database;
let rita: OpsClient;
const begun: Record<'goesOn' | 'waits' | 'applied' | 'hanas', string> = {
  goesOn: '',
  waits: '',
  applied: '',
  hanas: '',
};

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('stake-files'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 2 });
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await setRule(app.database, 'productSale', 'stake', { open: true, closedIn: '' });
  // Her codes have put the clock of the process forward: stakes are sold by that of the database.
  await putForward(database, clock, 0);
  await fundStakePool(app.database, 1_000);
  // What is left is too little to be sent.
  await give(app.database, 'sora', 'usdAvailable', 6_000 - 45);
  await give(app.database, 'jisoo', 'usdAvailable', 1_000 - 60);
  await give(app.database, 'hana', 'usdAvailable', 1_000);
  for (const username of ['sora', 'jisoo']) await keepAddress(app, username, 'TRON');
  const begin = async (member: Client, cp: string, choice?: object): Promise<string> => {
    const order = {
      cp,
      shownRate: '1.0000',
      shownReward: '0',
      ...(choice && { choice: { acceptsFrom: '0', ...choice } }),
    };
    const { status, body } = await member.post('/api/v1/stakes', order, { 'idempotency-key': newKey() });
    expect(status).toBe(201);
    return String(body.id);
  };
  const sora = await app.logIn('sora');
  const jisoo = await app.logIn('jisoo');
  begun.goesOn = await begin(sora, '5000', { option: 2, payTo: 'address', address: addresses.TRON });
  begun.waits = await begin(sora, '1000');
  begun.applied = await begin(jisoo, '1000', { option: 3, address: addresses.TRON });
  await daysOn(database, clock, 80);
  begun.hanas = await begin(await app.logIn('hana'), '500', { option: 1 });
  await daysOn(database, clock, 10);
  for (const [username, member] of [
    ['sora', sora],
    ['jisoo', jisoo],
  ] as const) {
    member.keep(await app.visitor.post('/api/v1/session', { username, password: demoPassword }));
    expect((await member.get('/api/v1/stakes')).status).toBe(200);
  }
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
});
afterAll(async () => {
  await database.close();
  await app.close();
});

interface Page {
  readonly stakes: readonly {
    readonly id: string;
    readonly username: string;
    readonly state: string;
    readonly maturesOn: string | null;
  }[];
  readonly next: string | null;
}
const page = async (query = ''): Promise<Page> => (await rita.get(`/stakes?${query}`)).body as unknown as Page;
const ids = async (query = ''): Promise<string[]> => (await page(query)).stakes.map(({ id }) => id);
/** So many days from today. */
const inDays = (days: number): string => dayText(utcDayOf(clock.now()) + days);

test('those of all members come the latest first, in pages, with their choice and what of them waits in the queue', async () => {
  const { stakes, next } = await page();
  expect(next).toBeNull();
  expect(stakes).toMatchObject([
    { id: begun.hanas, username: 'hana', state: 'ongoing', remainingDays: 80, choice: { option: 1 }, payouts: [] },
    {
      id: begun.applied,
      username: 'jisoo',
      state: 'applied',
      maturesOn: null,
      remainingDays: 0,
      choice: null,
      payouts: [{ origin: 'stake_close', amount: { amount: '1009.863013', unit: 'USD' } }],
    },
    { id: begun.waits, username: 'sora', state: 'unlocked', maturesOn: null, choiceClosesAt: null, payouts: [] },
    {
      id: begun.goesOn,
      username: 'sora',
      state: 'ongoing',
      term: 2,
      cp: { amount: '5000.00', unit: 'CP' },
      basis: { amount: '5000.00', unit: 'USD' },
      reward: { amount: '49.315068', unit: 'USD' },
      rate: '1.0000',
      maturesOn: inDays(90),
      choiceClosesAt: new Date(Date.parse(inDays(90)) - dayMs / 24).toISOString(),
      payouts: [{ origin: 'stake_profit', amount: { amount: '49.315068', unit: 'USD' } }],
    },
  ]);
  const first = await page('limit=3');
  expect([first.stakes.length, first.next]).toEqual([3, begun.waits]);
  expect(await ids(`limit=3&after=${first.next}`)).toEqual([begun.goesOn]);
});

test('are found by member, state, and the days on which they mature', async () => {
  expect(await ids('username=SORA')).toEqual([begun.waits, begun.goesOn]);
  expect(await ids('state=unlocked')).toEqual([begun.waits]);
  expect(await ids('state=applied&username=jisoo')).toEqual([begun.applied]);
  expect(await ids('state=ended')).toEqual([]);
  expect(await ids(`from=${inDays(80)}&to=${inDays(80)}`)).toEqual([begun.hanas]);
  expect(await ids(`to=${inDays(80)}`)).toEqual([begun.hanas]);
  expect(await ids(`from=${inDays(81)}`)).toEqual([begun.goesOn]);
  expect(await ids(`from=${inDays(80)}`)).toEqual([begun.hanas, begun.goesOn]);
  expect(await ids(`to=${inDays(79)}`)).toEqual([]);
  // Of those no term runs any more.
  expect(await ids(`from=${inDays(0)}&state=unlocked`)).toEqual([]);
  expect((await rita.get('/stakes?username=nobodyhere')).problem.code).toBe('request.not_found');
  for (const wrong of ['state=pending', 'from=2026-13-01', 'to=tomorrow', 'after=1'])
    expect((await rita.get(`/stakes?${wrong}`)).problem.code).toBe('request.invalid');
});

test('one is read with its terms, what happened to it, and its payouts', async () => {
  const { body } = await rita.get(`/stakes/${begun.goesOn}`);
  expect(body).toMatchObject({
    id: begun.goesOn,
    username: 'sora',
    terms: [
      { n: 1, reward: { amount: '49.315068' }, aprPercent: '4' },
      { n: 2, startDay: inDays(0), maturesOn: inDays(90), reward: { amount: '49.315068' } },
    ],
    withdrawals: [{ origin: 'stake_profit', status: 'pending_review', step: 'review' }],
  });
  expect((body.events as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'renewed',
    'profit_applied',
    'chosen',
    'started',
  ]);
  const terms = body.terms as { reference: string }[];
  const kinds = await app.database.sql<{ kind: string }>(
    'SELECT kind FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place) JOIN journal USING (id) ORDER BY place',
    [[body.reference, ...terms.map(({ reference }) => reference)]],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['stake_start', 'stake_start', 'stake_term']);
  expect((await rita.get(`/stakes/${newKey()}`)).problem.code).toBe('request.not_found');
});

test('each look stands in the audit log, with what was seen; what is not there was not looked at', async () => {
  const before = (await audited(app.database, { like: 'stake.%' })).length;
  await page('username=hana');
  await page(`state=ongoing&from=${inDays(80)}&limit=1`);
  await rita.get(`/stakes/${begun.waits}`);
  await rita.get(`/stakes/${newKey()}`);
  await ops(app, 'readStake', begun.waits, '--by', 'kim');
  const accesses = (await audited(app.database, { like: 'stake.%' })).slice(before);
  const access = { actor: 'operator:rita', action: 'stake.list', reason: 'read', before: null };
  expect(accesses).toEqual([
    { ...access, subject: 'hana', after: { stakes: [begun.hanas] } },
    { ...access, subject: 'all', after: { stakes: [begun.hanas], state: 'ongoing', from: inDays(80) } },
    { ...access, action: 'stake.read', subject: begun.waits, after: null },
    { ...access, actor: 'command:kim', action: 'stake.read', subject: begun.waits, after: null },
  ]);
});
