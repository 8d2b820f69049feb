import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AppError } from '../../ground/errors.ts';
import { heardLog } from '../../testing/heardLog.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { createApp } from './app.ts';
import { sendFile } from './fileAnswer.ts';
import type { Health } from './health.ts';

const { log, heard } = heardLog();
const left: string[] = [];
let server: Server;
let origin: string;

/** A file of as many rows as its path says, and what becomes of the row after them. */
async function* fileOf(path: string): AsyncGenerator<string> {
  const [, rows = '0', then = ''] = path.split('/');
  try {
    yield 'time,kind\r\n';
    for (let row = 0; row < Number(rows); row += 1) yield `${row},transfer\r\n`;
    if (then === 'breaks') throw new Error('no such row');
    if (then === 'refused') throw new AppError('request.not_found');
    if (then === 'waits') while (true) yield 'x'.repeat(100_000);
  } finally {
    left.push(path);
  }
}

beforeAll(async () => {
  const app = createApp({
    config: { trustedProxies: 0, rateLimitFactor: 1, publicOrigin: 'http://127.0.0.1' },
    log,
    health: { isStopping: false } as Health,
    sites: [
      {
        hosts: () => new Map([[new URL(origin).host, origin]]),
        isApi: () => true,
        mostAtOnce: 10,
        failedPage: () => false,
        middleware: [
          (context) => sendFile(context, 'text/csv', { name: 'records.csv', content: fileOf(context.path) }),
        ],
      },
    ],
  });
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  heard.length = 0;
  left.length = 0;
});

const errors = () => heard.filter(({ level }) => level === 'error').map(({ text }) => text);

test.each([0, 1, 2, 300])('a file of %d rows comes whole', async (rows) => {
  const { status, headers, text } = await rawRequest(origin, { path: `/${rows}` });
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="records.csv"']);
  expect(text.split('\r\n')).toHaveLength(rows + 2);
  expect([errors(), left]).toEqual([[], [`/${rows}`]]);
});

test('what keeps its first rows from being read is an answer, and no file', async () => {
  const broken = await rawRequest(origin, { path: '/0/breaks' });
  expect([broken.status, broken.headers['content-type'], broken.headers['content-disposition']]).toEqual([
    500,
    'application/problem+json',
    undefined,
  ]);
  expect(errors()).toEqual(['unexpected failure']);
  expect((await rawRequest(origin, { path: '/0/refused' })).status).toBe(404);
});

test.each(['/1/breaks', '/300/breaks', '/300/refused'])('%s is cut off for its reader, and logged', async (path) => {
  await expect(rawRequest(origin, { path })).rejects.toThrow('aborted');
  expect(errors()).toEqual(['an answer broke off']);
  expect(heard.find(({ level }) => level === 'error')?.facts).toMatchObject({ requestId: expect.any(String) });
});

test('whoever goes before the end ends it, and is no failure', async () => {
  const reader = new AbortController();
  const { body } = await fetch(`${origin}/1/waits`, { signal: reader.signal });
  await body?.getReader().read();
  reader.abort();
  while (left.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect([errors(), left]).toEqual([[], ['/1/waits']]);
});
