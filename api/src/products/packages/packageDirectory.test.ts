import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { Database } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { fundPackagePool } from '../../testing/packages.ts';
import { audited } from '../../testing/records.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { daysOn } from '../../testing/stakes.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { issueCertificates } from './certificates.ts';
import { releaseDue } from './packageReleases.ts';

/**
 * Rita reviews. The demo member has bought Clear, Gold and Clear, in this order, and cancelled the last; hana has one Gold. All
 * of the first Clear has come back, and half of the Golds.
 */
let app: TestApplication;
let database: Database;
let rita: OpsClient;
const bought: Record<'clear' | 'gold' | 'cancelled' | 'hanas', string> = {
  clear: '',
  gold: '',
  cancelled: '',
  hanas: '',
};

beforeAll(async () => {
  const clock = new DevelopmentClock(scratchFolder('package-files'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 2 });
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await setRule(app.database, 'packageCancelling', 'all', { days: 'JP:20' });
  await setRule(app.database, 'productSale', 'package', { open: true, closedIn: '' });
  // Her codes have put the clock of the process forward: it is sold by that of the database.
  await putForward(database, clock, 0);
  await fundPackagePool(app.database, 1_000);
  for (const username of ['demo', 'hana']) await give(app.database, username, 'usdAvailable', 5_000);
  const buy = async (member: Client, level: string): Promise<string> => {
    const order = { level, shownReward: '0' };
    const { status, body } = await member.post('/api/v1/packages', order, { 'idempotency-key': newKey() });
    expect(status).toBe(201);
    return String(body.id);
  };
  const demo = await app.logIn('demo');
  bought.clear = await buy(demo, 'Clear');
  bought.gold = await buy(demo, 'Gold');
  bought.hanas = await buy(await app.logIn('hana'), 'Gold');
  bought.cancelled = await buy(demo, 'Clear');
  await demo.post(`/api/v1/packages/${bought.cancelled}/cancellation`, {});
  await daysOn(database, clock, 90);
  // They can no longer be cancelled, and so have their certificates.
  await database.inTransaction(() => issueCertificates(database));
  await releaseDue(database);
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
});
afterAll(async () => {
  await database.close();
  await app.close();
});

interface Page {
  readonly packages: readonly { readonly id: string; readonly state: string; readonly username: string }[];
  readonly next: string | null;
}
const page = async (query = ''): Promise<Page> => (await rita.get(`/packages?${query}`)).body as unknown as Page;
const ids = async (query = ''): Promise<string[]> => (await page(query)).packages.map(({ id }) => id);

test('those of all members come the latest first, in pages', async () => {
  const all = [bought.cancelled, bought.hanas, bought.gold, bought.clear];
  const complete = await page();
  expect(complete.packages.map(({ id }) => id)).toEqual(all);
  expect(complete.next).toBeNull();
  expect(complete.packages.map(({ username, state }) => `${username} ${state}`)).toEqual([
    'demo cancelled',
    'hana active',
    'demo active',
    'demo completed',
  ]);
  const first = await page('limit=3');
  expect([first.packages.length, first.next]).toEqual([3, bought.gold]);
  expect(await ids(`limit=3&after=${first.next}`)).toEqual([bought.clear]);
  // A page that is just full.
  expect((await page('limit=4')).next).toBeNull();
});

test('are found by member, level and state', async () => {
  expect(await ids('username=HANA')).toEqual([bought.hanas]);
  expect(await ids('level=Clear')).toEqual([bought.cancelled, bought.clear]);
  expect(await ids('level=Ruby')).toEqual([]);
  expect(await ids('state=active')).toEqual([bought.hanas, bought.gold]);
  expect(await ids('state=completed')).toEqual([bought.clear]);
  expect(await ids('state=cancelled')).toEqual([bought.cancelled]);
  expect(await ids('username=demo&level=Gold&state=active')).toEqual([bought.gold]);
  expect((await rita.get('/packages?username=nobodyhere')).problem.code).toBe('request.not_found');
  for (const wrong of ['state=paid', 'level=Tin', 'after=1', 'member=demo'])
    expect((await rita.get(`/packages?${wrong}`)).problem.code).toBe('request.invalid');
});

test('one is read with its terms, its certificate, and the journals that moved its money', async () => {
  const { body } = await rita.get(`/packages/${bought.gold}`);
  const loops = body.loops as { reference: string | null; releasedAt: string | null }[];
  expect(body).toMatchObject({
    id: bought.gold,
    username: 'demo',
    state: 'active',
    level: 'Gold',
    price: { amount: '1000.00', unit: 'USD' },
    rp: { amount: '0.00', unit: 'RP' },
    reward: { amount: '17.260273', unit: 'USDP' },
    days: 180,
    aprPercent: '3.5',
    certificate: { serial: 2, name: 'Gold #00002' },
    certificateIssuedAt: expect.any(String),
    cancelledAt: null,
    cancellation: null,
  });
  expect(loops.map(({ reference, releasedAt }) => (reference === null) === (releasedAt === null))).toEqual(
    Array(6).fill(true),
  );
  const journals = [body.reference, ...loops.map(({ reference }) => reference)].filter((each) => each !== null);
  const kinds = await app.database.sql<{ kind: string }>(
    'SELECT kind FROM journal WHERE id = ANY ($1::uuid[]) ORDER BY kind',
    [journals],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['package_purchase', ...Array(3).fill('package_release')]);
});

test('one that was cancelled says so, and by which journal', async () => {
  const { body } = await rita.get(`/packages/${bought.cancelled}`);
  expect(body).toMatchObject({ state: 'cancelled', nextRelease: null, cancelledAt: expect.any(String) });
  const [journal] = await app.database.sql<{ kind: string }>('SELECT kind FROM journal WHERE id = $1', [
    body.cancellation,
  ]);
  expect(journal?.kind).toBe('reversal');
  expect((await rita.get(`/packages/${newKey()}`)).problem.code).toBe('request.not_found');
});

test('each look stands in the audit log, with what was seen; what is not there was not looked at', async () => {
  const before = (await audited(app.database, { like: 'package.%' })).length;
  await page('username=hana&level=Gold');
  await page('limit=2');
  await rita.get(`/packages/${bought.clear}`);
  await rita.get(`/packages/${newKey()}`);
  await ops(app, 'listMemberPackages', '--state', 'completed', '--by', 'kim');
  const accesses = (await audited(app.database, { like: 'package.%' })).slice(before);
  const expected = { reason: 'read', before: null };
  expect(accesses).toEqual([
    {
      ...expected,
      actor: 'operator:rita',
      action: 'package.list',
      subject: 'hana',
      after: { packages: [bought.hanas], level: 'Gold' },
    },
    {
      ...expected,
      actor: 'operator:rita',
      action: 'package.list',
      subject: 'all',
      after: { packages: [bought.cancelled, bought.hanas] },
    },
    { ...expected, actor: 'operator:rita', action: 'package.read', subject: bought.clear, after: null },
    {
      ...expected,
      actor: 'command:kim',
      action: 'package.list',
      subject: 'all',
      after: { packages: [bought.clear], state: 'completed' },
    },
  ]);
});
