import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { beginningIn, languages, momentText } from '@trellis/api-contract';
import { recordAbout } from '../../app/recordAbout.ts';
import { Statements } from '../../ledger/statements.ts';
import { Database } from '../../platform/db/database.ts';
import { setNow } from '../../testing/salesTeam.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress, withdrawn } from '../../testing/withdrawals.ts';
import { Records } from '../wallet/records.ts';
import { movementsAbout } from './movementsAbout.ts';
import { canWrite, movementCells } from './statementPdf.ts';
import { statementTexts } from './statementTexts.ts';

let app: TestApplication;
let hana: Client;
let month: string;

beforeAll(async () => {
  app = await startTestApplication();
  hana = await app.logIn('hana');
  month = app.clock.now().toISOString().slice(0, 7);
  for (const amount of ['1', '2.5', '7']) expect((await hana.transfer('demo', amount)).status).toBe(201);
});
afterAll(() => app.close());

const file = async (path: string, client = hana): Promise<Response> =>
  fetch(app.origin + path, { headers: { cookie: client.cookie ?? '' } });

describe('one record', () => {
  test('is read by its id, by its owner alone', async () => {
    const { records } = (await hana.get('/api/v1/records')).body as { records: { id: string }[] };
    const [newest] = records;
    const { status, body } = await hana.get(`/api/v1/records/${newest?.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...newest });
  });

  test.each(['101-999999', '999-1', '201-1', '101-0', '01936f3e-7c1a-7b52-9d11-4a6c0f2e9b37'])(
    '%s does not exist',
    async (id) => {
      expect((await hana.get(`/api/v1/records/${id}`)).problem).toMatchObject({
        status: 404,
        code: 'request.not_found',
      });
    },
  );
});

describe('records between two moments', () => {
  test('the first is included, the last is not, and pages keep to both', async () => {
    const all = (await hana.get('/api/v1/records?unit=USD')).body.records as { id: string; at: string }[];
    const [newest, second, third] = all;
    const ids = async (query: string) =>
      ((await hana.get(`/api/v1/records?unit=USD&${query}`)).body.records as { id: string }[]).map(({ id }) => id);
    expect(await ids(`from=${second?.at}`)).toEqual([newest?.id, second?.id]);
    expect(await ids(`to=${newest?.at}`)).toEqual(all.slice(1).map(({ id }) => id));
    expect(await ids(`from=${third?.at}&to=${newest?.at}`)).toEqual([second?.id, third?.id]);
    const page = (await hana.get(`/api/v1/records?unit=USD&from=${third?.at}&limit=2`)).body;
    expect(await ids(`from=${third?.at}&limit=2&after=${page.next}`)).toEqual([third?.id]);
  });

  test('a wrong moment is refused', async () => {
    const { problem } = await hana.get('/api/v1/records?from=yesterday');
    expect(problem.fields).toEqual([{ path: 'from', code: 'field.format' }]);
  });
});

describe('CSV', () => {
  test('has every record once, newest first, and adds up to the balance', async () => {
    const answer = await file('/api/v1/records.csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="records.csv"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    // Without a byte order mark Excel takes it for letters of its country.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, ...lines] = bytes.toString('utf8').slice(1).trimEnd().split('\r\n');
    expect(header).toBe('time,kind,unit,amount,balance_after,counterparty,reference,cause');
    const { records } = (await hana.get('/api/v1/records?limit=100')).body as { records: { reference: string }[] };
    expect(lines.map((line) => line.split(',')[6])).toEqual(records.map(({ reference }) => reference));
    const usd = lines.filter((line) => line.split(',')[2] === 'USD');
    const micro = (text = '') => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(6, '0'));
    };
    const sum = usd.reduce((total, line) => total + micro(line.split(',')[3]), 0n);
    expect(sum).toBe(micro(usd[0]?.split(',')[4]));
  });

  test('keeps to the filters', async () => {
    const lines = (await (await file('/api/v1/records.csv?kind=opening')).text()).trimEnd().split('\r\n').slice(1);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes(',opening,'))).toBe(true);
  });
});

describe('a month’s statement', () => {
  test('re-adds to the balances that the member has now', async () => {
    const { lines, running } = (await hana.get(`/api/v1/statements/${month}`)).body as {
      running: boolean;
      lines: { unit: string; state: string; closing: object }[];
    };
    expect(running).toBe(true);
    const { balances } = (await hana.get('/api/v1/balances')).body as {
      balances: { unit: string; state: string; money: object }[];
    };
    for (const { unit, state, closing } of lines)
      expect(closing).toEqual(balances.find((each) => each.unit === unit && each.state === state)?.money);
    expect(lines.length).toBeGreaterThan(0);
  });

  test('there is one for each month since the member came, and none before or after', async () => {
    const { months } = (await hana.get('/api/v1/statements')).body as { months: { month: string; running: boolean }[] };
    expect(months[0]).toEqual({ month, running: true });
    for (const other of ['2019-12', '2099-01'])
      expect((await hana.get(`/api/v1/statements/${other}`)).problem.code).toBe('request.not_found');
    expect((await hana.get('/api/v1/statements/2026-13')).problem.status).toBe(400);
  });

  test.each(languages)('is a PDF in %s with its fonts in it', async (language) => {
    const answer = await file(`/api/v1/statements/${month}/pdf?language=${language}`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="statement-${month}.pdf"`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(bytes.includes('/FontFile2')).toBe(true);
  });

  test('each line says with whom or where to, in the member’s own time', async () => {
    const [demoId = '', hanaId = ''] = (
      await app.database.sql<{ id: string }>(
        `SELECT id FROM member WHERE username IN ('demo', 'hana') ORDER BY username`,
      )
    ).map(({ id }) => id);
    await keepAddress(app, 'hana', 'TRON');
    await withdrawn(hana, { amount: '30', received: '28.00' });
    const database = new Database({ url: app.database.url, poolSize: 1 });
    const statements = new Statements(database);
    const [usd] = await statements.month(hanaId, month, 'UTC');
    if (!usd) throw new Error('hana has no account');
    const movements = await movementsAbout(
      new Records(database, recordAbout),
      hanaId,
      await statements.movements(hanaId, usd, { month, zone: 'UTC' }, 100),
    );
    await database.close();
    const [first] = movements.filter(({ memo }) => memo.recipient === demoId);
    expect(first?.about).toBe('demo');
    expect(movements.at(-1)?.about).toBe(addresses.TRON);
    const t = statementTexts.en;
    const cells = movements
      .slice(-1)
      .flatMap((each) => movementCells(each, t, (at) => momentText(at, 'en', 'Asia/Tokyo')));
    expect(cells[0]).toBe(momentText(movements.at(-1)?.at ?? 0, 'en', 'Asia/Tokyo'));
    expect(cells[1]).toBe(`${t.journals['journal.hold']}\n${addresses.TRON}`);
  });

  // New characters come by `npm run fonts`.
  test.each(languages)('the font of %s has every character of its words', (language) => {
    const words = `${JSON.stringify(statementTexts[language])}+−·(){}:/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz,._`;
    expect([...new Set(words)].filter((letter) => !canWrite(language, letter))).toEqual([]);
    // Of a name in other letters it has none: it is left out.
    expect(canWrite(language, '鰻')).toBe(false);
  });
});

test('a month is that of the reader’s calendar, and of UTC where their zone is not known; its records are those of its days', async () => {
  const monthsOn = (count: number): string => {
    const now = app.clock.now();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 1)).toISOString().slice(0, 7);
  };
  // Seven hours before a month ends in UTC, the next one has begun in Tokyo: of months in which nothing else was moved.
  const [ending, beginning] = [monthsOn(2), monthsOn(3)];
  const late = Date.parse(`${beginning}-01T00:00:00Z`) - 7 * 3_600_000;
  app.clock.advance(late - app.clock.now().getTime());
  await setNow(app.database, app.clock.now().toISOString());
  hana = await app.logIn('hana');
  expect((await hana.transfer('demo', '3')).status).toBe(201);
  const latest = async (zone: string): Promise<unknown> => {
    const { months, timeZone } = (await hana.get(`/api/v1/statements${zone && `?timeZone=${zone}`}`)).body as {
      months: { month: string; running: boolean }[];
      timeZone: string;
    };
    return [months[0], timeZone];
  };
  expect(await latest('Asia/Tokyo')).toEqual([{ month: beginning, running: true }, 'Asia/Tokyo']);
  expect(await latest('Pacific/Pago_Pago')).toEqual([{ month: ending, running: true }, 'Pacific/Pago_Pago']);
  expect(await latest('Mars/Olympus')).toEqual([{ month: ending, running: true }, 'UTC']);
  expect(await latest('')).toEqual([{ month: ending, running: true }, 'UTC']);

  const outgoing = async (wanted: string, zone: string): Promise<string | undefined> => {
    const { lines } = (await hana.get(`/api/v1/statements/${wanted}?timeZone=${zone}`)).body as {
      lines: { unit: string; state: string; outgoing: { amount: string } }[];
    };
    return lines.find(({ unit, state }) => unit === 'USD' && state === 'available')?.outgoing.amount;
  };
  const taken = async (from: string, zone: string): Promise<string[]> => {
    const query = `unit=USD&limit=100&from=${beginningIn(`${from}-01`, zone).toISOString()}`;
    const { records } = (await hana.get(`/api/v1/records?${query}`)).body as {
      records: { money: { amount: string } }[];
    };
    return records.map(({ money }) => money.amount);
  };
  expect(await outgoing(beginning, 'Asia/Tokyo')).toBe('3.00');
  expect(await taken(beginning, 'Asia/Tokyo')).toEqual(['-3.00']);
  expect(await outgoing(ending, 'UTC')).toBe('3.00');
  expect(await outgoing(ending, 'Asia/Tokyo')).toBe('0.00');
  expect(await taken(beginning, 'UTC')).toEqual([]);
  expect((await file(`/api/v1/statements/${beginning}/pdf?language=jp&timeZone=Asia/Tokyo`)).status).toBe(200);
  expect((await file(`/api/v1/statements/${beginning}/pdf?language=jp`)).status).toBe(404);
});
