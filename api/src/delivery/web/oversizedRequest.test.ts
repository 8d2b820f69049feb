import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clientErrorAnswer } from './oversizedRequest.ts';

const server = createServer((_request, response) => response.end('answered')).on('clientError', clientErrorAnswer());
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));
const page = readFileSync(new URL('./431.html', import.meta.url), 'utf8');

const answerTo = (request: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => done(text));
    socket.on('error', fail);
    socket.write(request);
  });
const withCookies = (bytes: number): string =>
  `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a=${'x'.repeat(bytes)}\r\n\r\n`;

test('more headers than are taken are answered by the page that removes cookies, however much is still to come', async () => {
  for (const bytes of [20_000, 42_000, 740_000]) {
    const answer = await answerTo(withCookies(bytes));
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\nConnection: close\r\n/);
    expect(answer).toMatch(/\r\nContent-Type: text\/html; charset=utf-8\r\n/);
    expect(answer.split('\r\n\r\n')[1]).toBe(page);
  }
});

test('what is no request at all is answered as ever, without a page', async () => {
  expect(await answerTo('nonsense\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*Content-Length: 0\r\n[\s\S]*\r\n\r\n$/,
  );
});

test('the page runs its own script and nothing else, and asks for nothing', () => {
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(page).toContain(`content="default-src 'none'; script-src 'sha256-${hash}';`);
  expect(page).not.toMatch(/(src|href)=/);
});
