import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ruleSubjects } from '@trellis/api-contract/schemas';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { dayMs } from '../../ground/utcDay.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balancesOf, give, moneyState } from '../../testing/balances.ts';
import { ops } from '../../testing/ops.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { fundPackagePool } from '../../testing/packages.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { canonicalJson } from './certificate.ts';
import { issueCertificates } from './certificates.ts';
import { releaseDue } from './packageReleases.ts';

/** The clock of process and database is one, and goes where the test puts it. */
let app: TestApplication;
let clock: DevelopmentClock;
/** As the application's own role. */
let database: Database;
let demo: Client;
let hana: Client;
let visitor: Client;

interface Own {
  readonly id: string;
  readonly released: boolean;
  readonly nextRelease: string | null;
  readonly cancelUntil: string | null;
  readonly cancelledAt: string | null;
  readonly certificate: { readonly name: string; readonly serial: number; readonly hash: string } | null;
}

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('cancelling'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 8 });
  await setRule(app.database, 'productSale', 'package', { open: true, closedIn: '' });
  await setRule(app.database, 'packageCancelling', 'all', { days: 'KR:14,JP:20' });
  await app.database.sql(`UPDATE member SET country = CASE username WHEN 'hana' THEN 'DE' ELSE 'JP' END`);
  await fundPackagePool(app.database, 1_000);
  await give(app.database, 'demo', 'usdAvailable', 5_000);
  await give(app.database, 'hana', 'usdAvailable', 5_000);
  // In the morning of a day, so that nothing here crosses midnight by itself.
  await goTo(new Date(Math.ceil(clock.now().getTime() / dayMs) * dayMs + 9 * 3_600_000));
  [demo, hana, visitor] = [await app.logIn('demo'), await app.logIn('hana'), app.visitor];
  // Rules are kept for a moment.
  for (let tries = 0; tries < 50 && (await saleTo(demo)) === 'closed'; tries += 1) await delay(100);
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const goTo = (at: Date): Promise<void> => putForward(database, clock, at.getTime() - clock.now().getTime());
const saleTo = async (who: Client): Promise<unknown> => (await who.get('/api/v1/packages/offer')).body.sale;
async function buy(who: Client, order: object = { level: 'Clear', shownReward: '0' }): Promise<string> {
  const bought = await who.post('/api/v1/packages', order, { 'idempotency-key': newKey() });
  expect(outcomeOf(bought)).toBe('done');
  return String(bought.body.id);
}
const cancel = (who: Client, id: string) => who.post(`/api/v1/packages/${id}/cancellation`, {});
const listOf = async (who: Client): Promise<readonly Own[]> =>
  (await who.get('/api/v1/packages')).body.packages as readonly Own[];
const ownOf = async (who: Client, id: string): Promise<Own | undefined> =>
  (await listOf(who)).find((own) => own.id === id);
const certificate = (contract: string, who = visitor) => who.get(`/api/v1/certificates/${contract}`);
const issueAll = async (): Promise<void> => {
  while (await database.inTransaction(() => issueCertificates(database)));
};
const sqlStateOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => sqlState(error) ?? String(error),
  );

describe('a purchase that the law lets its buyer take back', () => {
  test('gives everything back as what it was, once, however often it is asked for', async () => {
    const held = () => app.database.sql('SELECT id, balance FROM account WHERE balance <> 0 ORDER BY id');
    const before = await held();
    const id = await buy(demo, { level: 'Silver', rp: '7', shownReward: '7.39726' });
    expect((await balancesOf(app.database, 'demo')).usdpLocked).toBe(500_000_000n);
    const answers = await Promise.all([cancel(demo, id), cancel(demo, id), cancel(demo, id)]);
    expect(answers.map(outcomeOf)).toEqual(['done', 'done', 'done']);
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(await held()).toEqual(before);
    expect((await demo.get('/api/v1/packages/offer')).body.totals).toMatchObject({ purchased: { amount: '0.00' } });
    expect(await ownOf(demo, id)).toMatchObject({ nextRelease: null, released: false, cancelUntil: null });
    // Each is reported once, and leads to its package.
    const notices = await app.database.sql<{ template: string; link: string }>(
      'SELECT template, link FROM notice WHERE link = $1 ORDER BY id',
      [`/plan/packages/${id}`],
    );
    expect(notices.map(({ template }) => template)).toEqual(['packageBought', 'packageCancelled']);
  });

  test('can do so until the last moment, and not in it', async () => {
    const [first, second] = [await buy(demo), await buy(demo)];
    const until = new Date(String((await ownOf(demo, first))?.cancelUntil));
    // Twenty whole days, whenever in the day it was bought.
    expect(until.getTime()).toBe((Math.floor(clock.now().getTime() / dayMs) + 21) * dayMs);
    expect((await demo.get('/api/v1/packages/offer')).body.cancelDays).toBe(20);
    // The team bonus begins then, and its screen says so.
    expect((await demo.get('/api/v1/team/performance')).body.now).toMatchObject({
      level: null,
      countsFrom: until.toISOString(),
    });
    await goTo(new Date(until.getTime() - 30_000));
    demo = await app.logIn('demo');
    expect(outcomeOf(await cancel(demo, first))).toBe('done');
    await goTo(until);
    const before = await moneyState(app.database);
    expect(outcomeOf(await cancel(demo, second))).toBe('package.not_cancellable');
    expect(await moneyState(app.database)).toEqual(before);
    expect((await ownOf(demo, second))?.cancelUntil).toBeNull();
  });

  test('comes too late where it waits for a lock past its last moment', async () => {
    const id = await buy(demo);
    const until = new Date((await ownOf(demo, id))?.cancelUntil ?? '');
    await goTo(new Date(until.getTime() - 60_000));
    const pool = await app.database.hold('SELECT 1 FROM account WHERE id = 601 FOR UPDATE');
    const [{ member } = { member: '' }] = await database.rows<{ member: string }>(
      'SELECT member FROM package WHERE id = $1',
      [id],
    );
    const late = sqlStateOf(
      database.inTransaction(() =>
        database.rows('SELECT * FROM cancel_package(gen_random_uuid(), $1, $2)', [member, id]),
      ),
    );
    await delay(300);
    await goTo(until);
    await pool.release();
    expect(await late).toBe('TP003');
    [demo, hana] = [await app.logIn('demo'), await app.logIn('hana')];
    expect((await ownOf(demo, id))?.cancelledAt).toBeNull();
  });

  test('is nobody else’s to cancel, and where no law says so nobody can', async () => {
    hana = await app.logIn('hana');
    const [mine, hers] = [await buy(demo), await buy(hana)];
    expect(outcomeOf(await cancel(hana, mine))).toBe('request.not_found');
    expect(outcomeOf(await cancel(hana, randomUUID()))).toBe('request.not_found');
    expect(outcomeOf(await cancel(hana, hers))).toBe('package.not_cancellable');
    expect((await ownOf(hana, hers))?.cancelUntil).toBeNull();
    expect(outcomeOf(await cancel(demo, mine))).toBe('done');
  });

  test('has the days of its purchase, whatever the rule says later, and is cancelled by who is suspended as well', async () => {
    const id = await buy(demo);
    await setRule(app.database, 'packageCancelling', 'all', { days: '' });
    await ops(app, 'suspendMember', 'demo', '--cause', 'other', '--reason', 'a look at it');
    expect((await demo.get('/api/v1/session')).body).toMatchObject({ member: { suspended: true } });
    expect(outcomeOf(await cancel(demo, id))).toBe('done');
    await ops(app, 'restoreMember', 'demo', '--reason', 'looked at');
    await setRule(app.database, 'packageCancelling', 'all', { days: 'KR:14,JP:20' });
  });

  test('never comes back a second time, in parts', async () => {
    const id = await buy(demo);
    await cancel(demo, id);
    await goTo(new Date(clock.now().getTime() + 100 * dayMs));
    await database.inTransaction(() => releaseDue(database));
    demo = await app.logIn('demo');
    expect(await ownOf(demo, id)).toMatchObject({ released: false, nextRelease: null });
    expect((await ownOf(demo, id))?.cancelledAt).not.toBeNull();
  });
});

test('a rule that says two things of one country, or days in which a part would come back, is none', () => {
  const { value } = ruleSubjects.packageCancelling;
  const days = ['', 'JP:20', 'KR:14,JP:29', 'JP:20,JP:10', 'JP:30', 'JP:0', 'JP', 'jp:5', 'JP:5,'];
  expect(days.filter((each) => value.safeParse({ days: each }).success)).toEqual(['', 'JP:20', 'KR:14,JP:29']);
});

describe('a certificate', () => {
  test('follows its purchase, says nothing of its owner, and can be computed again by anybody', async () => {
    hana = await app.logIn('hana');
    const id = await buy(hana, { level: 'Silver', shownReward: '0' });
    await issueAll();
    const own = await ownOf(hana, id);
    const { status, body } = await certificate(id);
    expect(status).toBe(200);
    const json = String(body.json);
    expect(createHash('sha256').update(json, 'utf8').digest('hex')).toBe(body.hash);
    expect(own?.certificate).toEqual({
      name: `Silver #${String(own?.certificate?.serial).padStart(5, '0')}`,
      serial: own?.certificate?.serial,
      hash: body.hash,
    });
    expect(JSON.parse(json)).toMatchObject({
      contract: id,
      level: 'Silver',
      price: '500.00',
      loops: 6,
      stakeDays: 180,
    });
    expect(json).not.toMatch(/hana|member|"DE"|usd"/i);
    expect(body.cancelledAt).toBeNull();
  });

  test('is made when its package can no longer be cancelled, and never of one that was', async () => {
    await give(app.database, 'demo', 'usdAvailable', 1_000);
    demo = await app.logIn('demo');
    const [kept, taken] = [await buy(demo), await buy(demo)];
    expect(outcomeOf(await cancel(demo, taken))).toBe('done');
    const until = new Date(String((await ownOf(demo, kept))?.cancelUntil));
    await goTo(new Date(until.getTime() - 60_000));
    await issueAll();
    expect([outcomeOf(await certificate(kept)), outcomeOf(await certificate(taken))]).toEqual([
      'request.not_found',
      'request.not_found',
    ]);
    await goTo(until);
    await issueAll();
    expect([outcomeOf(await certificate(kept)), outcomeOf(await certificate(taken))]).toEqual([
      'done',
      'request.not_found',
    ]);
    expect(await app.database.sql('SELECT 1 FROM certificate_due WHERE ready_at <= product_now()')).toEqual([]);
  });

  test('is found by its contract alone', async () => {
    hana = await app.logIn('hana');
    const { body } = await certificate((await listOf(hana)).find((own) => own.certificate)?.id ?? '');
    expect(outcomeOf(await certificate(randomUUID()))).toBe('request.not_found');
    expect(outcomeOf(await certificate(String(body.hash)))).toBe('request.invalid');
  });

  test('has a serial without a gap, by three processes at once', async () => {
    hana = await app.logIn('hana');
    const emma = await app.logIn('emma');
    await app.database.sql(`UPDATE member SET country = 'DE' WHERE username = 'emma'`);
    await give(app.database, 'emma', 'usdAvailable', 5_000);
    await Promise.all(Array.from({ length: 12 }, (_, index) => buy(index % 2 ? emma : hana)));
    await Promise.all([issueAll(), issueAll(), issueAll()]);
    const rows = await app.database.sql<{ serial: string }>(
      'SELECT serial::text FROM certificate ORDER BY certificate.serial',
    );
    const packages = await app.database.sql('SELECT 1 FROM package p JOIN certificate c ON c.package = p.id');
    expect(rows.length).toBeGreaterThanOrEqual(12);
    expect(rows.map(({ serial }) => Number(serial))).toEqual(packages.map((_, index) => index + 1));
  });

  test('is none that the application makes up', async () => {
    hana = await app.logIn('hana');
    // The job, which looks once a second, is kept off: what it issued in between would be the next one.
    const kept = await app.database.hold('SELECT lock_certificates()');
    const id = await buy(hana);
    await app.database.sql(`UPDATE certificate_due SET ready_at = ready_at + interval '1 day' WHERE package = $1`, [
      id,
    ]);
    await kept.release();
    const [last] = await app.database.sql<{ serial: string; hash: string; json: string }>(
      'SELECT serial::text, hash, json FROM certificate ORDER BY certificate.serial DESC LIMIT 1',
    );
    const [bought] = await app.database.sql<{ at: string; reward: string }>(
      `SELECT to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, wire_text(reward) AS reward
         FROM package WHERE id = $1`,
      [id],
    );
    const rowWith = (more: object) => {
      const fields = {
        ...JSON.parse(last?.json ?? '{}'),
        level: 'Clear',
        planType: 'level',
        price: '100.00',
        value: '100.00',
        points: '100.00',
        reward: bought?.reward,
        stakeDays: 90,
        loops: 3,
        startedAt: bought?.at,
        serial: Number(last?.serial) + 1,
        previous: last?.hash,
        contract: id,
        ...more,
      };
      return sqlStateOf(
        database.rows('SELECT issue_certificates($1::uuid[], $2::text[])', [[id], [canonicalJson(fields)]]),
      );
    };
    expect(await rowWith({ price: '900.00' })).toBe('TP004');
    expect(await rowWith({ previous: '0'.repeat(64) })).toBe('TP004');
    expect(await rowWith({ serial: Number(last?.serial) + 2 })).toBe('TP004');
    expect(await rowWith({ owner: 'demo' })).toBe('TP004');
    expect(await rowWith({})).toBe('done');
    // Of one that has its certificate there is no second.
    const [issued] = await app.database.sql<{ hash: string }>('SELECT hash FROM certificate WHERE package = $1', [id]);
    expect(await rowWith({ serial: Number(last?.serial) + 2, previous: issued?.hash })).toBe('TP004');
    expect(await sqlStateOf(database.rows('DELETE FROM certificate'))).toBe('42501');
    expect(await sqlStateOf(app.database.sql('UPDATE certificate SET json = json'))).toBe('TR009');
  });
});

describe('the right to cancel is no mill, and no option on the pool', () => {
  const until = async () =>
    (
      await app.database.sql<{ at: Date }>(
        `SELECT rests_until AS at FROM member m, package_cancelling(m.id, product_now()) WHERE username = 'minjun'`,
      )
    )[0]?.at;
  let minjun: Client;
  const order = async (more: object) =>
    minjun.post('/api/v1/packages', { shownReward: '0', ...more }, { 'idempotency-key': newKey() });

  beforeAll(async () => {
    await setRule(app.database, 'packageCancelling', 'all', {
      days: 'JP:20',
      cancellations: 3,
      mostReward: '10000000',
    });
    await delay(2_100);
    await give(app.database, 'minjun', 'usdAvailable', 5_000);
    minjun = await app.logIn('minjun');
  });

  test('rewards that can be cancelled are at most so much together, and room comes back', async () => {
    expect(outcomeOf(await order({ level: 'Silver' }))).toBe('done');
    const second = await order({ level: 'Silver' });
    expect([outcomeOf(second), second.problem.params]).toEqual([
      'package.cancellable_full',
      { maximum: '2.60274\u00a0USDP' },
    ]);
    const quoted = await minjun.get('/api/v1/packages/quote?level=Silver');
    expect(outcomeOf(quoted)).toBe('package.cancellable_full');
    const [own] = await listOf(minjun);
    expect(outcomeOf(await cancel(minjun, own?.id ?? ''))).toBe('done');
    expect(outcomeOf(await order({ level: 'Silver' }))).toBe('done');
    await goTo(new Date(clock.now().getTime() + 21 * dayMs));
    minjun = await app.logIn('minjun');
    expect(outcomeOf(await order({ level: 'Silver' }))).toBe('done');
  });

  test('who has cancelled often buys again when that is thirty days ago, and can always cancel', async () => {
    for (let times = 0; times < 2; times += 1) {
      const bought = await order({ level: 'Clear' });
      expect(outcomeOf(bought)).toBe('done');
      expect(outcomeOf(await cancel(minjun, String(bought.body.id)))).toBe('done');
    }
    const before = await moneyState(app.database);
    const refused = await order({ level: 'Clear' });
    const rests = await until();
    expect([outcomeOf(refused), refused.problem.params]).toEqual([
      'package.cancelled_often',
      { until: rests?.toISOString() },
    ]);
    expect(await moneyState(app.database)).toEqual(before);
    const [left] = (await listOf(minjun)).filter(({ cancelUntil }) => cancelUntil !== null);
    expect(outcomeOf(await cancel(minjun, left?.id ?? ''))).toBe('done');
    await goTo(new Date((await until())?.getTime() ?? 0));
    minjun = await app.logIn('minjun');
    expect(outcomeOf(await order({ level: 'Clear' }))).toBe('done');
  });
});
