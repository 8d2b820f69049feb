import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { backgroundHeader, memberContract } from '@trellis/api-contract';
import { store } from '../store.ts';
import { api } from './api.ts';
import { injectContract } from './injectContract.ts';
import { readMissedAgain } from './readMissed.ts';

let server: Server;
/** By path: `undefined` is no answer at all. */
const answers = new Map<string, { status: number; body: string } | undefined>();
const seen: string[] = [];
const readByItself: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    if (request.headers[backgroundHeader] === '1') readByItself.push(path);
    const answer = answers.get(path);
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  jest.spyOn(document, 'baseURI', 'get').mockReturnValue(`http://127.0.0.1:${port}/wallet`);
});
afterAll(async () => {
  store.dispatch(api.util.resetApiState());
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const { endpoints } = injectContract(memberContract, ['getBalances', 'countUnreadNotices', 'listAnnouncements']);
const [balances, unread, announcements] = ['/api/v1/balances', '/api/v1/notices/unread', '/api/v1/announcements'];
const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) });

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !holds() && Date.now() < end; ) await delay(10);
  expect(holds()).toBe(true);
}

test('what got no answer is read again with the next answer that comes; what was refused is not', async () => {
  const refused = { status: 403, body: JSON.stringify({ code: 'request.forbidden', requestId: '1' }) };
  answers.set(announcements, refused);
  const shown = store.dispatch(endpoints.getBalances.initiate({}));
  const no = store.dispatch(endpoints.listAnnouncements.initiate({}));
  expect(await shown).toMatchObject({ isError: true });
  await no;
  // The first screen may miss something before its page does what an open page does.
  answers.set(unread, ok({ unread: 0 }));
  await store.dispatch(endpoints.countUnreadNotices.initiate({}, { subscribe: false }));
  await delay(50);
  readMissedAgain();
  answers.set(balances, ok({ units: [] }));
  const before = seen.length;
  await store.dispatch(endpoints.countUnreadNotices.initiate({}, { subscribe: false, forceRefetch: true }));
  await until(() => endpoints.getBalances.select({})(store.getState()).isSuccess);
  await delay(50);
  expect(seen.slice(before)).toEqual([unread, balances]);
  // Nobody asked for it: the session lives no longer by that.
  expect(readByItself).toEqual([balances]);

  shown.unsubscribe();
  no.unsubscribe();
});

test('the device says that it has a network: one reading, and no circle while nobody answers', async () => {
  answers.delete(balances);
  const shown = store.dispatch(endpoints.getBalances.initiate({}, { forceRefetch: true }));
  await shown;
  const before = seen.length;
  window.dispatchEvent(new Event('online'));
  await delay(300);
  expect(seen.slice(before)).toEqual([balances]);
  answers.set(balances, ok({ units: [] }));
  window.dispatchEvent(new Event('online'));
  await until(() => endpoints.getBalances.select({})(store.getState()).isSuccess);
  shown.unsubscribe();
});
