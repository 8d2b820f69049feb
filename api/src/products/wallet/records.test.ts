import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordKinds } from '@trellis/api-contract';
import { Ledger } from '../../ledger/ledger.ts';
import { Database } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Records } from './records.ts';

let app: TestApplication;
let demo: Client;
let hana: Client;

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly money: { readonly amount: string; readonly unit: string };
  readonly balanceAfter: { readonly amount: string };
  readonly at: string;
  readonly counterparty?: string;
  readonly others?: readonly { readonly amount: string; readonly unit: string }[];
}

beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
  hana = await app.logIn('hana');
  for (let index = 0; index < 15; index += 1) {
    await demo.transfer('hana', `1.${index + 10}`);
    await hana.transfer('demo', '1');
  }
});
afterAll(() => app.close());

const page = async (client: Client, query: string): Promise<{ records: Shown[]; next: string | null }> => {
  const { status, body, text } = await client.get(`/api/v1/records?${query}`);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as unknown as { records: Shown[]; next: string | null };
};

/** Every record by pages; `between` runs after each page. */
async function everyPage(
  client: Client,
  query: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Shown[]> {
  const shown: Shown[] = [];
  let after = '';
  for (let pages = 0; pages < 200; pages += 1) {
    const { records, next } = await page(client, `${query}${after}`);
    shown.push(...records);
    if (next === null) return shown;
    after = `&after=${next}`;
    await between();
  }
  throw new Error('the pages never end');
}

/** What the ledger itself says about demo's accounts. */
const postings = () =>
  app.database.sql<{ id: string }>(
    `SELECT (account % 1000)::text || '-' || seq AS id FROM posting WHERE account / 1000 = (SELECT id FROM member WHERE username = 'demo')`,
  );

describe('pages', () => {
  test.each([1, 3, 7, 20, 100])(
    'of %i add up to the whole: nothing twice, nothing left out, newest first',
    async (limit) => {
      const shown = await everyPage(demo, `limit=${limit}`);
      expect(shown.map(({ id }) => id).sort()).toEqual((await postings()).map(({ id }) => id).sort());
      const times = shown.map(({ at }) => at);
      expect(times).toEqual([...times].sort().reverse());
    },
  );

  test('stay whole while new records arrive', async () => {
    const before = (await postings()).map(({ id }) => id);
    const shown = await everyPage(demo, 'limit=4', () => hana.transfer('demo', '1'));
    const ids = shown.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.sort()).toEqual(before.sort());
    expect((await postings()).length).toBeGreaterThan(before.length);
  });

  test('are 20 records unless asked otherwise, and the last one says so', async () => {
    expect((await page(demo, '')).records).toHaveLength(20);
    expect((await page(demo, 'limit=100')).next).toBeNull();
  });
});

describe('a filter', () => {
  test('by kind shows that kind only, and all of it', async () => {
    const all = await everyPage(demo, 'limit=100');
    for (const kind of ['opening', 'transfer_in', 'transfer_out']) {
      const shown = await everyPage(demo, `limit=5&kind=${kind}`);
      expect(shown.map(({ id }) => id)).toEqual(all.filter((record) => record.kind === kind).map(({ id }) => id));
      expect(shown.length).toBeGreaterThan(0);
    }
  });

  test('by unit shows that unit only', async () => {
    expect((await everyPage(demo, 'unit=USDP')).map(({ money }) => money)).toEqual([
      { amount: '300.00', unit: 'USDP' },
    ]);
    expect((await everyPage(demo, 'unit=USD&limit=9')).every(({ money }) => money.unit === 'USD')).toBe(true);
    expect(await everyPage(hana, 'unit=RP')).toEqual([]);
  });
});

describe('an exchange is one record', () => {
  const times = 6;
  let minjun: Client;
  beforeAll(async () => {
    minjun = await app.logIn('minjun');
    for (let index = 0; index < times; index += 1) {
      const { body: quote } = await minjun.post('/api/v1/exchanges/quotes', { from: 'USD', to: 'USDT', amount: '10' });
      const { status } = await minjun.post(
        '/api/v1/exchanges',
        { quote: quote.id },
        { 'idempotency-key': randomUUID() },
      );
      expect(status).toBe(201);
      await minjun.transfer('demo', '1');
    }
  });

  const paid = { amount: '-10.00', unit: 'USD' };
  const came = { amount: '9.99', unit: 'USDT' };
  test.each([1, 2, 3, 5, 20])('whichever page it stands on, of %i', async (limit) => {
    const shown = await everyPage(minjun, `limit=${limit}`);
    const exchanges = shown.filter(({ kind }) => kind.startsWith('exchange'));
    expect(exchanges).toHaveLength(times);
    for (const { money, others } of exchanges) expect([money, others]).toEqual([came, [paid]]);
    expect(shown.filter(({ kind }) => kind === 'transfer_out')).toHaveLength(times);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
  });

  test('also in a list that is narrowed to one side of it, which then leads', async () => {
    const inUsd = (await everyPage(minjun, 'unit=USD&limit=2')).filter(({ kind }) => kind.startsWith('exchange'));
    expect(inUsd.map(({ money, others }) => [money, others])).toEqual(Array(times).fill([paid, [came]]));
    const given = await everyPage(minjun, 'kind=exchange_out&limit=4');
    expect(given.map(({ money, others }) => [money, others])).toEqual(Array(times).fill([came, [paid]]));
  });

  test('by itself says both sides, and as CSV each stands alone', async () => {
    const [latest] = (await everyPage(minjun, 'kind=exchange_out')).slice(0, 1);
    const { body } = await minjun.get(`/api/v1/records/${latest?.id}`);
    expect([body.money, body.others]).toEqual([came, [paid]]);
    const { text } = await minjun.get('/api/v1/records.csv');
    expect(text.match(/,exchange_(?:in|out),/g)).toHaveLength(2 * times);
  });
});

describe('of a long history, a filter by kind', () => {
  const most = 4;
  let database: Database;
  let memberId: string;
  let records: Records;
  beforeAll(async () => {
    database = new Database({ url: app.database.url, poolSize: 2 });
    records = new Records(database, [], most);
    const [row] = await app.database.sql<{ id: string }>(`SELECT id FROM member WHERE username = 'demo'`);
    memberId = row?.id ?? '';
    for (let times = 0; times < 7; times += 1) {
      await give(app.database, 'demo', 'usdtAvailable', 1);
      // Each in a millisecond of its own, which is as far as a time is shown.
      await delay(2);
    }
    await demo.transfer('hana', '7');
  });
  afterAll(() => database.close());

  const filters = [
    ...recordKinds.map((kind) => ({ kind })),
    { kind: 'transfer_out', unit: 'USD' },
    { kind: 'opening', unit: 'USDT' },
  ] as const;
  test.each(filters.flatMap((filter) => [1, 3, 50].map((limit) => [filter, limit] as const)))(
    '%j shows all of them in their order, %d on a page',
    async (filter, limit) => {
      const shown: Shown[] = [];
      let after: string | undefined;
      let lookedTo: Date | string | undefined;
      for (let pages = 0; ; pages += 1) {
        if (pages > 100) throw new Error('the pages never end');
        const page = await records.page(memberId, { ...filter, limit, ...(after !== undefined && { after }) });
        shown.push(...(JSON.parse(JSON.stringify(page.records)) as Shown[]));
        // What a page has looked through is behind it.
        if (lookedTo !== undefined) for (const { at } of page.records) expect(at <= lookedTo).toBe(true);
        if (page.lookedTo !== undefined) expect(page.records.every(({ at }) => at >= (page.lookedTo ?? ''))).toBe(true);
        lookedTo = page.lookedTo ?? lookedTo;
        if (page.next === null) break;
        after = page.next;
      }
      const unbounded = await everyPage(demo, `${new URLSearchParams(filter)}&limit=100`);
      expect(shown.map(({ id }) => id).toSorted()).toEqual(unbounded.map(({ id }) => id).toSorted());
      expect(shown.map(({ at }) => at)).toEqual(unbounded.map(({ at }) => at));
    },
  );

  test('looks through a few of each account for a page, and says how far it came', async () => {
    const { records: result, next, lookedTo } = await records.page(memberId, { kind: 'team_bonus' });
    expect([result, typeof next]).toEqual([[], 'string']);
    const [{ newer } = { newer: 0 }] = await app.database.sql<{ newer: number }>(
      `SELECT max(newer)::int AS newer FROM (
         SELECT count(*) AS newer FROM posting WHERE account / 1000 = $1 AND recorded_at >= $2 GROUP BY account) AS each`,
      [memberId, lookedTo],
    );
    expect(newer).toBe(most);
  });

  test('asks for as many pages as that takes, also in a file', async () => {
    let pages = 0;
    for await (const record of records.all(memberId, { kind: 'team_bonus' })) {
      expect(record).toEqual([]);
      pages += 1;
    }
    expect(pages).toBeGreaterThan(5);
  });
});

test('the filters are those that something fits', async () => {
  const filters = async (client: Client) => (await client.get('/api/v1/record-filters')).body;
  expect(await filters(demo)).toEqual({
    kinds: ['transfer_in', 'transfer_out', 'opening'],
    units: ['USD', 'USDT', 'USDP', 'RP'],
  });
  expect(await filters(hana)).toMatchObject({ units: ['USD'] });
});

test('each record names the other member and continues the balance', async () => {
  const usd = (await everyPage(demo, 'unit=USD&limit=100')).reverse();
  let balance = 0;
  for (const { kind, money, balanceAfter, counterparty } of usd) {
    balance += Math.round(Number(money.amount) * 1e6);
    expect(Math.round(Number(balanceAfter.amount) * 1e6)).toBe(balance);
    expect(counterparty === undefined).toBe(kind === 'opening');
    expect(money.amount.startsWith('-')).toBe(kind === 'transfer_out');
  }
});

describe('a cursor', () => {
  test.each([
    ['of noise', 'AAAA'],
    ['with another form', Buffer.from('101:5').toString('base64url')],
    ['with an end too many', Buffer.from('101.5_').toString('base64url')],
    ['with SQL', Buffer.from("101.5' OR '1'='1").toString('base64url')],
    ['with a sign', Buffer.from('101.-5').toString('base64url')],
    ['beyond bigint', Buffer.from('101.9999999999999999999').toString('base64url')],
  ])('%s is refused by name', async (_what, after) => {
    const { problem } = await demo.get(`/api/v1/records?after=${after}`);
    expect(problem).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fields: [{ path: 'after', code: 'field.format' }],
    });
  });

  test("of somebody else, or forged, opens nobody else's accounts", async () => {
    const { next } = await page(demo, 'limit=1');
    const own = (await everyPage(hana, 'limit=100')).map(({ id, at }) => `${id} ${at}`);
    const forged = Buffer.from('201.999999_999.5_101.999999').toString('base64url');
    for (const after of [next, forged]) {
      const { records } = await page(hana, `limit=100&after=${after}`);
      for (const { id, at } of records) expect(own).toContain(`${id} ${at}`);
    }
  });
});

test('a correction is shown as one, and takes nobody’s history away', async () => {
  const sent = await demo.transfer('hana', '3');
  // The owner's to do.
  const database = new Database({ url: app.database.coreUrl, poolSize: 1 });
  const [demoId = ''] = await idsOf('demo');
  await database.inTransaction(() =>
    new Ledger(database).reverse({
      owner: demoId,
      key: 'reversal',
      requestHash: Buffer.from('reversal'),
      memo: {},
      unit: 'USD',
      journalId: String(sent.body.reference),
    }),
  );
  await database.close();
  for (const client of [demo, hana]) {
    const { records } = await page(client, 'limit=1');
    expect(records[0]).toMatchObject({ kind: 'correction' });
    expect((await page(client, 'kind=correction')).records).toHaveLength(1);
  }
});

const idsOf = async (username: string): Promise<string[]> =>
  (await app.database.sql<{ id: string }>('SELECT id FROM member WHERE username = $1', [username])).map(({ id }) => id);
