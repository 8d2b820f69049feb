import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Admission } from './admission.ts';

/** Behind a proxy that says which network a request comes from, and with the limits that members have. */
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ trustedProxies: 1, rateLimitFactor: 1 });
});
afterAll(() => app.close());

const address = (network: number): string => `10.0.${network}.1`;

/** A call whose body never ends. `answered` comes with the first line of the answer. */
function slowBody(network: number): Promise<{ readonly socket: Socket; readonly answered: Promise<string> }> {
  const { port } = new URL(app.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${address(network)}\r\n` +
          'Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      );
      resolve({
        socket,
        answered: new Promise((next) => {
          let text = '';
          socket.on('data', (chunk) => {
            text += chunk.toString();
          });
          socket.on('close', () => next(text));
        }),
      });
    });
    socket.once('error', reject);
  });
}

const logIn = (network: number) =>
  rawRequest(app.origin, {
    method: 'POST',
    path: '/api/v1/session',
    headers: {
      'x-forwarded-for': address(network),
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ username: 'demo', password: demoPassword }),
  });

test('600 bodies that never end hold up nobody: not health, not operators, not members, not even their own network', async () => {
  const slow = await Promise.all(Array.from({ length: 600 }, (_, place) => slowBody(place % 12)));
  const host = `ops.localhost:${new URL(app.origin).port}`;
  const get = async (path: string, headers = {}) => (await rawRequest(app.origin, { path, headers })).status;
  expect(await get('/healthz')).toBe(200);
  expect(await get('/readyz')).toBe(200);
  expect(await get('/', { host })).toBe(200);
  expect(await get('/login', { 'x-forwarded-for': address(99) })).toBe(200);
  expect((await logIn(99)).status).toBe(200);
  expect((await logIn(3)).status).toBe(200);
  const answers = await Promise.all(slow.map(({ answered }) => answered));
  expect(new Set(answers.map((text) => text.split('\r\n')[0]))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  expect(answers[0]).toContain('"code":"request.too_slow"');
  expect(answers[0]?.toLowerCase()).toContain('connection: close');
});

test('one network, or one member, takes only its part of what is worked on', () => {
  const admission = new Admission({ most: 5, mostOfOne: 2 });
  const leave = admission.enter('one');
  admission.enter('one');
  expect(() => admission.enter('one')).toThrow('server.busy');
  admission.enter('two');
  leave();
  admission.enter('one');
  admission.enter('two');
  admission.enter('three');
  expect(() => admission.enter('four')).toThrow('server.busy');
});
