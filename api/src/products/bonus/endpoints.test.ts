import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dayMs } from '../../ground/utcDay.ts';
import { Database } from '../../platform/db/database.ts';
import { fundBonusPool, sell, setNow } from '../../testing/salesTeam.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Tree } from '../team/tree.ts';
import { closeNextDay } from './bonusClosing.ts';
import { payBonuses } from './bonusPayouts.ts';

/** What a member reads of a month, of a team that bought yesterday and was settled today. */
let app: TestApplication;
let database: Database;
let demo: Client;
let hana: Client;
/** A day of the month that is now: on the first of a month, the clock is a day ahead. */
let yesterday: number;
const month = (client: Client, query = '') => client.get(`/api/v1/team/performance${query}`);
const usd = (amount: string) => ({ amount, unit: 'USD' });

beforeAll(async () => {
  app = await startTestApplication();
  if (app.clock.now().getUTCDate() === 1) app.clock.advance(dayMs);
  yesterday = Math.floor(app.clock.now().getTime() / dayMs) - 1;
  database = new Database({ url: app.database.url, poolSize: 6 });
  demo = await app.logIn('demo');
  hana = await app.logIn('hana');
  await app.database.sql(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     VALUES ('productSale', 'team', '{"open": true, "closedIn": "JP"}', '2001-01-01', 'test', '2001-01-01', 'test')`,
  );
  await app.database.sql(`UPDATE member SET country = CASE username WHEN 'hana' THEN 'JP' ELSE 'KR' END`);
  await app.database.sql(
    `INSERT INTO account (id, owner, code, balance, floor, seq)
       SELECT m.id * 1000 + k.code, m.id, k.code, 0, k.floor, 0 FROM member m CROSS JOIN account_kind k
         WHERE k.code IN (101, 121, 122, 131) ON CONFLICT DO NOTHING`,
  );
  await fundBonusPool(app.database, 10_000_000_000n);
  const ids = await app.database.sql<{ id: string; username: string }>('SELECT id::text, username FROM member');
  const buy = (username: string, level: string, units: number) =>
    sell(app.database, {
      member: ids.find((row) => row.username === username)?.id ?? '',
      level,
      price: BigInt(units) * 1_000_000n,
      day: yesterday,
      loops: 6,
      loopDays: 30,
    });
  await buy('demo', 'Gold', 1000);
  await buy('demoleft', 'Silver', 500);
  await buy('demoright', 'Gold', 1000);
  await buy('hana', 'Bronze', 300);
  await buy('ren', 'Clear', 100);
  await buy('yuna', 'Clear', 100);
  // It is over for ten minutes at the earliest; the product's own jobs may be quicker.
  await setNow(app.database, new Date((yesterday + 1) * dayMs + 11 * 60_000).toISOString());
  const tree = new Tree(database);
  while (await closeNextDay(database, tree));
  while (await database.inTransaction(() => payBonuses(database)));
  while ((await tree.rollUp()) > 0);
  // The running product hears of a rule a moment later.
  for (let tries = 0; tries < 50 && (await month(demo)).body.sale !== 'open'; tries += 1) await delay(100);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

describe('a month', () => {
  test('shows the bonus with all that it was computed from', async () => {
    const { body, status } = await month(demo);
    expect(status).toBe(200);
    // Direct 3 % of 1,500; pairing 5 % of 1,000, capped at 33.333333; Gold’s month allows 100.
    expect(body).toMatchObject({
      sale: 'open',
      total: usd('2000.00'),
      left: { sales: usd('1000.00') },
      right: { sales: usd('1000.00') },
      sums: {
        matched: usd('1000.00'),
        directPoints: usd('1500.00'),
        direct: usd('45.00'),
        pairing: usd('50.00'),
        cut: usd('16.666667'),
        overLimit: usd('0.00'),
        paid: usd('78.333333'),
        usdp: { amount: '62.666667', unit: 'USDP' },
        rp: { amount: '15.666666', unit: 'RP' },
        factor: '1.0000',
      },
      percents: { direct: '3', pairing: '5' },
      now: { level: 'Gold', capADay: usd('33.333333'), monthLimit: usd('100.00'), paidThisMonth: usd('78.333333') },
    });
    expect((body.days as { bonus: object | null }[]).find(({ bonus }) => bonus !== null)?.bonus).toMatchObject({
      stock: { left: usd('1000.00'), right: usd('1000.00') },
      arrived: true,
      qualified: true,
    });
  });

  test('where there is no bonus in one’s country, volume is shown and what was missed is said', async () => {
    expect((await month(hana)).body).toMatchObject({
      sale: 'closed',
      closedFor: 'country',
      left: { sales: usd('100.00') },
      right: { sales: usd('100.00') },
      sums: { matched: usd('0.00'), paid: usd('0.00'), factor: null },
      missed: { noPackage: usd('6.00') },
      carry: { left: { volume: usd('100.00') }, right: { volume: usd('100.00') } },
    });
  });

  test('before one joined, or to come, there is none; what is no month is refused', async () => {
    expect((await month(demo, '?month=2026-13')).status).toBe(400);
    expect((await month(demo, '?month=2001-01')).problem).toMatchObject({ status: 404, code: 'request.not_found' });
    expect((await month(demo, '?month=2099-01')).problem).toMatchObject({ status: 404, code: 'request.not_found' });
  });

  test('as CSV has the same figures', async () => {
    const { text, headers } = await demo.get('/api/v1/team/performance.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head?.split(',')).toHaveLength(19);
    expect(lines.find((line) => line.startsWith(new Date(yesterday * dayMs).toISOString().slice(0, 10)))).toContain(
      '1000.00,1500.00,45.00,50.00,33.333333,16.666667,0.00,78.333333,1.0000,78.333333,62.666667,15.666666',
    );
  });

  test('is one of six, each with what it paid and both sides brought, also once it is over', async () => {
    const ofSales = { paid: usd('78.333333'), sales: { left: usd('1000.00'), right: usd('1000.00') } };
    const nothing = { paid: usd('0.00'), sales: { left: usd('0.00'), right: usd('0.00') } };
    const soldIn = new Date(yesterday * dayMs).toISOString().slice(0, 7);
    expect((await month(demo)).body.bars).toMatchObject([...Array(5).fill(nothing), { month: soldIn, ...ofSales }]);
    // Two months later; by then the session has ended.
    app.clock.advance(62 * dayMs);
    demo = await app.logIn('demo');
    const { bars } = (await month(demo)).body as { bars: { month: string }[] };
    expect(bars.find((bar) => bar.month === soldIn)).toMatchObject(ofSales);
    expect(bars.at(-1)).toMatchObject(nothing);
    const next = (await month(demo, `?month=${bars.at(-2)?.month}`)).body as { bars: { month: string }[] };
    expect(next.bars.find((bar) => bar.month === soldIn)).toMatchObject(ofSales);
  });
});
