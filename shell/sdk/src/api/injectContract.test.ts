import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { idempotencyKeyPattern, memberContract } from '@trellis/api-contract';
import { sessionKnown } from '../session/session.ts';
import { store } from '../store.ts';
import { api } from './api.ts';
import { httpRequest } from './baseQuery.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { injectContract } from './injectContract.ts';
import { prefill } from './prefilled.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
let server: Server;
let answer: { status: number; body: string } = { status: 200, body: '{}' };
const seen: Seen[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The page lives at the server's own address, as in the product.
  jest.spyOn(document, 'baseURI', 'get').mockReturnValue(`http://127.0.0.1:${port}/wallet`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
afterEach(() => {
  seen.length = 0;
  store.dispatch(api.util.resetApiState());
});

const { endpoints } = injectContract(memberContract, [
  'listRecords',
  'checkTransferRecipient',
  'createTransfer',
  'getBalances',
  'logOut',
]);

test('a query sends its path parameters and query, and gives the answer', async () => {
  answer = { status: 200, body: JSON.stringify({ records: [], next: null }) };
  const result = await store.dispatch(endpoints.listRecords.initiate({ unit: 'USD', limit: '20' }));
  expect(result.data).toEqual({ pages: [{ records: [], next: null }], pageParams: [null] });
  expect(seen).toMatchObject([{ method: 'GET', url: '/api/v1/records?unit=USD&limit=20', body: '' }]);
  await store.dispatch(endpoints.checkTransferRecipient.initiate({ username: 'a/../b' }));
  expect(seen[1]?.url).toBe('/api/v1/transfers/recipients/a%2F..%2Fb');
});

test('a list is read page by page, each after the mark of the one before; what became stale is read as a whole', async () => {
  answer = { status: 200, body: JSON.stringify({ records: [], next: '7' }) };
  const list = store.dispatch(endpoints.listRecords.initiate({ unit: 'USD' }));
  await list;
  answer = { status: 200, body: JSON.stringify({ records: [], next: null }) };
  const older = await store.dispatch(endpoints.listRecords.initiate({ unit: 'USD' }, { direction: 'forward' }));
  expect(older.data?.pageParams).toEqual([null, '7']);
  expect(older.hasNextPage).toBe(false);
  expect(seen.map(({ url }) => url)).toEqual(['/api/v1/records?unit=USD', '/api/v1/records?unit=USD&after=7']);
  list.unsubscribe();
});

test('a mutation sends JSON; the key of an idempotent one is a header and no part of the body', async () => {
  const idempotencyKey = newIdempotencyKey();
  await store.dispatch(
    endpoints.createTransfer.initiate({ idempotencyKey, recipient: 'demo', amount: '12.50', unit: 'USD' }),
  );
  expect(seen).toMatchObject([{ method: 'POST', url: '/api/v1/transfers' }]);
  expect(seen[0]?.headers).toMatchObject({ 'idempotency-key': idempotencyKey, 'content-type': 'application/json' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ recipient: 'demo', amount: '12.50', unit: 'USD' });
});

test('an unsafe call without a body still has the type that a foreign form cannot send', () => {
  const { init } = httpRequest({
    base: '/api/v1',
    endpoint: { method: 'DELETE', path: '/session', auth: 'public' },
    input: {},
  });
  expect(init.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(init.body).toBeUndefined();
});

test('a problem comes through whole, with all its fields', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Insufficient Balance',
    status: 422,
    code: 'money.insufficient_balance',
    fields: [{ path: 'amount', code: 'money.insufficient_balance' }],
    requestId: 'r1',
  };
  answer = { status: 422, body: JSON.stringify(problem) };
  const { error } = await store.dispatch(endpoints.getBalances.initiate({}));
  expect(error).toEqual({ kind: 'problem', problem });
});

test("what is not the API's answer is a network failure: a proxy's page, no JSON, no server", async () => {
  answer = { status: 502, body: '{"error":"bad gateway"}' };
  expect((await store.dispatch(endpoints.getBalances.initiate({}))).error).toEqual({ kind: 'network', why: 'server' });
  answer = { status: 200, body: '<!doctype html>' };
  const again = await store.dispatch(endpoints.getBalances.initiate({}, { forceRefetch: true }));
  expect(again.error).toEqual({ kind: 'network', why: 'server' });
});

test('a refused session ends it in the store', async () => {
  store.dispatch(sessionKnown({ username: 'demo', language: 'en', suspended: false }));
  const problem = { type: 'about:blank', title: '', status: 401, code: 'auth.session_required', requestId: 'r2' };
  answer = { status: 401, body: JSON.stringify(problem) };
  await store.dispatch(endpoints.getBalances.initiate({}, { forceRefetch: true }));
  expect(store.getState().session).toMatchObject({ known: true, user: null, over: 'ended' });
});

test('two features may ask for the same endpoint: they share one definition and one cache', () => {
  const other = injectContract(memberContract, ['getBalances', 'getProfile']);
  expect(other.endpoints.getBalances).toBe(endpoints.getBalances);
  expect(other.endpoints.getProfile).toBeDefined();
});

test("calls that come with a product's own chunk are the same client's: answers wait for them, and stale is stale for all", async () => {
  answer = { status: 200, body: JSON.stringify({ balances: [] }) };
  const shown = store.dispatch(endpoints.getBalances.initiate({}));
  await shown;
  prefill([{ endpoint: 'getWithdrawalTerms', args: {}, data: { minimum: '10.00' } }]);
  const product = injectContract(memberContract, ['getWithdrawalTerms', 'createExchange']);
  const terms = store.dispatch(product.endpoints.getWithdrawalTerms.initiate({}));
  expect((await terms).data).toEqual({ minimum: '10.00' });
  expect(seen.map(({ url }) => url)).toEqual(['/api/v1/balances']);
  await store.dispatch(product.endpoints.createExchange.initiate({ idempotencyKey: newIdempotencyKey(), quote: 'q1' }));
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  expect(seen.slice(1).map(({ url }) => url)).toEqual([
    '/api/v1/exchanges',
    '/api/v1/balances',
    '/api/v1/withdrawals/terms',
  ]);
  shown.unsubscribe();
  terms.unsubscribe();
});

test('keys are of the form the API takes, and never the same', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey);
  for (const key of keys) expect(key).toMatch(idempotencyKeyPattern);
  expect(new Set(keys).size).toBe(100);
});
