import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { countOf, forgetNotices, giveNotices } from '../../testing/records.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let hana: Client;
let noah: Client;
beforeAll(async () => {
  app = await startTestApplication();
  [hana, noah] = [await app.logIn('hana'), await app.logIn('noah')];
  // The demo team has sent something, of which the application's own job notifies; nothing else comes by itself.
  while ((await countOf(app.database, 'notice', `template = 'transferReceived'`)) !== 5) await delay(50);
});
afterAll(() => app.close());
beforeEach(() => forgetNotices(app.database));

const add = (kinds: readonly string[], username = 'hana'): Promise<string[]> =>
  giveNotices(app.database, username, kinds);

interface Page {
  readonly notices: { id: string; kind: string; read: boolean; params: object }[];
  readonly next: string | null;
}
const page = async (client: Client, query = ''): Promise<Page> =>
  (await client.get(`/api/v1/notices${query}`)).body as unknown as Page;
const idsIn = ({ notices }: Page): string[] => notices.map(({ id }) => id);
const unread = async (client: Client) => (await client.get('/api/v1/notices/unread')).body.unread;

test('are listed newest first, page by page, and by kind', async () => {
  const ids = (await add(['money', 'security', 'money', 'system', 'money'])).reverse();
  const first = await page(hana, '?limit=2');
  expect(idsIn(first)).toEqual(ids.slice(0, 2));
  expect(first.next).toBe(ids[1]);
  expect(first.notices[0]).toMatchObject({
    kind: 'money',
    template: 'sessionEnded',
    params: { device: 'Firefox 5' },
    link: '/account',
    read: false,
  });
  await add(['money']);
  const second = await page(hana, `?limit=2&after=${first.next}`);
  expect(idsIn(second)).toEqual(ids.slice(2, 4));
  const last = await page(hana, `?limit=2&after=${second.next}`);
  expect([idsIn(last), last.next]).toEqual([ids.slice(4), null]);
  expect((await page(hana, '?kind=security')).notices.map(({ kind }) => kind)).toEqual(['security']);
  expect(idsIn(await page(noah))).toEqual([]);
});

test.each(['?kind=gossip', '?after=x', '?after=-1', '?limit=0', '?limit=101', '?other=1'])(
  'a list with %s is refused',
  async (query) => {
    expect((await hana.get(`/api/v1/notices${query}`)).problem).toMatchObject({ status: 400, code: 'request.invalid' });
  },
);

test('one is marked read, and stays so; the count follows', async () => {
  const [older = '', newer = ''] = await add(['money', 'system']);
  expect(await unread(hana)).toBe(2);
  expect((await hana.post(`/api/v1/notices/${newer}/read`, {})).body).toEqual({ unread: 1 });
  expect((await hana.post(`/api/v1/notices/${newer}/read`, {})).body).toEqual({ unread: 1 });
  expect((await hana.get(`/api/v1/notices/${newer}`)).body.read).toBe(true);
  expect((await hana.get(`/api/v1/notices/${older}`)).body.read).toBe(false);
});

test('all up to what was seen are marked read, and what came since is not', async () => {
  const seen = (await add(['money', 'system', 'team'])).at(-1);
  await add(['security']);
  await add(['security'], 'noah');
  expect((await hana.post('/api/v1/notices/read', { upTo: seen })).body).toEqual({ unread: 1 });
  expect([await unread(hana), await unread(noah)]).toEqual([1, 1]);
});

test('more than a hundred unread are counted as a hundred', async () => {
  await add(Array.from({ length: 120 }, () => 'team'));
  expect(await unread(hana)).toBe(100);
});

test("another member's notice is as good as none", async () => {
  const [id = ''] = await add(['money']);
  const answers = async (client: Client, which: string) =>
    Promise.all([client.get(`/api/v1/notices/${which}`), client.post(`/api/v1/notices/${which}/read`, {})]);
  const [othersNotice, absent] = [await answers(noah, id), await answers(noah, '999999999')];
  for (const answer of [...othersNotice, ...absent])
    expect(answer.problem).toMatchObject({ status: 404, code: 'request.not_found' });
  expect((await hana.get(`/api/v1/notices/${id}`)).body.read).toBe(false);
});

test('a visitor is shown nothing', async () => {
  for (const path of ['', '/unread', '/1'])
    expect((await app.visitor.get(`/api/v1/notices${path}`)).problem.code).toBe('auth.session_required');
});
