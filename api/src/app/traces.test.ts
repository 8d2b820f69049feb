import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '../ground/log.ts';
import { Tracing } from '../platform/tracing/tracing.ts';
import { startTestApplication, type TestApplication } from '../testing/testApplication.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
}

/** A collector of OpenTelemetry, as far as it takes what it is sent. */
const bodies: string[] = [];
const collector = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  bodies.push(text);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let tracing: Tracing;
let app: TestApplication;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  tracing = new Tracing({ url, share: 1 }, createLog('silent', 1));
  app = await startTestApplication({}, { tracing });
});
afterAll(async () => {
  await app.close();
  collector.close();
});

test('a transfer is one trace from the browser to its statements, and nothing of anybody is in it', async () => {
  const demo = await app.logIn('demo');
  const [trace, tap] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const answer = await demo.post(
    '/api/v1/transfers',
    { recipient: 'demoleft', amount: '12.34', unit: 'USD' },
    { 'idempotency-key': crypto.randomUUID(), traceparent: `00-${trace}-${tap}-01` },
  );
  expect(answer.status).toBe(201);
  await tracing.flush();
  const spans = bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
  const own = spans.filter(({ traceId }) => traceId === trace);
  const call = own.find(({ name }) => name === 'member createTransfer');
  expect(call?.parentSpanId).toBe(tap);
  const attribute = (name: string) => call?.attributes.find(({ key }) => key === name)?.value;
  expect(attribute('http.response.status_code')).toEqual({ intValue: 201 });
  expect(attribute('trellis.request_id')).toEqual({ stringValue: answer.headers.get('x-request-id') });
  expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['batch', 'SELECT']));
  // All of it hangs together.
  const ids = new Set([tap, ...own.map(({ spanId }) => spanId)]);
  expect(own.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([]);
  // Log-in as well: its statements name whom they look for.
  expect(spans.map(({ name }) => name)).toContain('member logIn');
  for (const word of ['demoleft', 'demo@', "'demo'", '12.34', '12340000']) expect(bodies.join('')).not.toContain(word);
});

test('what a statement is sent with is no part of its span', async () => {
  bodies.length = 0;
  await new Promise<void>((resolve) => {
    void tracing.middleware({ method: 'GET', path: '/', headers: {}, state: {}, status: 200 } as never, async () => {
      setTimeout(() => tracing.statement('SELECT later', 1), 50);
      tracing.statement(
        `Executing (default): SELECT a1 FROM member WHERE username = 'o''hara' AND id = 42 AND $1 > 0.5`,
        3,
      );
      resolve();
    });
  });
  await delay(100);
  await tracing.flush();
  // Its request was answered long ago.
  expect(bodies.join('')).not.toContain('SELECT later');
  expect(bodies.join('')).toContain('SELECT a1 FROM member WHERE username = ? AND id = ? AND $1 > ?');
});
