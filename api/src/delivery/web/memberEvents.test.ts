import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { memberEventsPath } from '@trellis/api-contract';
import { restore, suspend } from '../../testing/members.ts';
import { giveNotice } from '../../testing/records.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let hana: Client;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());
beforeEach(async () => {
  hana = await app.logIn('hana');
});

/** An open page: what it is shown, event by event; done when the stream ends. */
async function* listen({ cookie }: Client): AsyncGenerator<string, void> {
  const response = await fetch(app.origin + memberEventsPath, { headers: { cookie } });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = text.slice(0, end);
      text = text.slice(end + 2);
      const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(message) ?? [];
      if (event) yield `${event} ${data}`;
    }
  }
}
const next = async (page: AsyncGenerator<string, void>) => (await page.next()).value;
/** The next event of this name, whatever else comes between. */
async function nextOf(page: AsyncGenerator<string, void>, event: string): Promise<string | undefined> {
  for (;;) {
    const reported = await next(page);
    if (reported === undefined || reported.startsWith(`${event} `)) return reported ?? undefined;
  }
}
/** Reads on until the stream ends; the test's own time is the limit. */
async function untilEnd(page: AsyncGenerator<string, void>): Promise<void> {
  while (!(await page.next()).done);
}

test('a page is shown how it stands, and again when that changes, whoever changed it', async () => {
  const again = await app.logIn('hana');
  // The second browser was news itself.
  await hana.post('/api/v1/notices/read', { upTo: '999999999' });
  const [first, second] = [listen(hana), listen(again)];
  for (const page of [first, second]) {
    expect(await nextOf(page, 'notice')).toBe('notice {"unread":0}');
    expect(await nextOf(page, 'terms')).toBe('terms {"due":null}');
  }
  const demo = await app.logIn('demo');
  expect((await demo.transfer('hana', '1')).status).toBe(201);
  for (const page of [first, second]) expect(await nextOf(page, 'notice')).toBe('notice {"unread":1}');
  const { notices } = (await hana.get('/api/v1/notices')).body as { notices: { id: string }[] };
  await hana.post(`/api/v1/notices/${notices[0]?.id}/read`, {});
  for (const page of [first, second]) expect(await nextOf(page, 'notice')).toBe('notice {"unread":0}');
  await Promise.all([first.return(), second.return()]);
});

test('a page is informed that a balance has changed', async () => {
  const page = listen(hana);
  const before = await nextOf(page, 'balances');
  const demo = await app.logIn('demo');
  expect((await demo.transfer('hana', '2')).status).toBe(201);
  expect(await nextOf(page, 'balances')).not.toBe(before);
  await page.return();
});

test('a page is notified of new terms, and when they are agreed to', async () => {
  const ren = await app.logIn('ren');
  const page = listen(ren);
  expect(await nextOf(page, 'terms')).toBe('terms {"due":null}');
  await app.database.sql(
    `INSERT INTO terms_document (document, version, texts, published_at)
     SELECT document, 2, texts, now() FROM terms_document WHERE document = 'terms'`,
  );
  expect(await nextOf(page, 'terms')).toBe('terms {"due":"3"}');
  await ren.post('/api/v1/terms/acceptance', { accepted: [{ document: 'terms', version: 2 }] });
  expect(await nextOf(page, 'terms')).toBe('terms {"due":null}');
  await page.return();
});

test('a page is notified of a suspension, and of its end', async () => {
  const page = listen(await app.logIn('emma'));
  expect(await nextOf(page, 'session')).toBe('session {"suspended":false}');
  await suspend(app.database, 'emma');
  expect(await nextOf(page, 'session')).toBe('session {"suspended":true}');
  await restore(app.database, 'emma');
  expect(await nextOf(page, 'session')).toBe('session {"suspended":false}');
  await page.return();
});

test('a stream ends with its session, and no other', async () => {
  const [ending, staying] = [await app.logIn('noah'), await app.logIn('noah')];
  const [ended, stayed] = [listen(ending), listen(staying)];
  for (const page of [ended, stayed]) await next(page);
  await ending.send('DELETE', '/api/v1/session', undefined);
  await untilEnd(ended);
  await giveNotice(app.database, 'noah');
  expect(await nextOf(stayed, 'notice')).toBeDefined();
  await stayed.return();
});

test('listening keeps no session alive', async () => {
  const page = listen(await app.logIn('lihua'));
  await next(page);
  // Calls would renew it; the stream does not.
  for (let minutes = 0; minutes < 61; minutes += 1) app.clock.advance(60_000);
  await untilEnd(page);
});

test('a visitor is not shown anything, and nothing but GET is answered', async () => {
  expect((await app.visitor.get(memberEventsPath)).status).toBe(401);
  const [token] = /[^=]+$/.exec(hana.cookie) ?? [];
  const outsider = await fetch(app.origin + memberEventsPath, { headers: { cookie: `other=${token}` } });
  expect(outsider.status).toBe(401);
  expect((await hana.post(memberEventsPath, {})).status).toBe(405);
});

test('one member has at most twenty pages', async () => {
  const emma = await app.logIn('emma');
  const pages = Array.from({ length: 20 }, () => listen(emma));
  await Promise.all(pages.map(next));
  const refused = await fetch(app.origin + memberEventsPath, { headers: { cookie: emma.cookie } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  await refused.text();
  await Promise.all(pages.map((page) => page.return()));
});

test('of pages of a member that open at once, no more are heard than of those that open in turn', async () => {
  const { cookie } = await app.logIn('yuna');
  const open = () => fetch(app.origin + memberEventsPath, { headers: { cookie } });
  const pages: Response[] = [];
  try {
    pages.push(...(await Promise.all(Array.from({ length: 40 }, open))));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(20);
    // A place that is left is free again.
    await pages.find(({ status }) => status === 200)?.body?.cancel();
    let again = await open();
    for (let tries = 0; again.status === 429 && tries < 50; tries += 1) {
      await delay(50);
      again = await open();
    }
    expect(again.status).toBe(200);
    pages.push(again);
  } finally {
    await Promise.all(pages.map(({ body }) => body?.cancel()));
  }
});
