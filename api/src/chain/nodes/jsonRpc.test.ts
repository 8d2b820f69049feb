import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ChainFault, kindOfError } from './chainFault.ts';
import { JsonRpc } from './jsonRpc.ts';

/** What the node says, call by call; the last one for ever. `undefined` cuts the connection. */
let script: ({ readonly status?: number; readonly location?: string; readonly body: string } | undefined)[] = [];
let calls = 0;
let url = '';
let server: Server;
const secret = 'f00dfeedf00dfeed';
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const step = script[Math.min(calls, script.length - 1)];
      calls += 1;
      if (!step) return void response.destroy();
      const { id } = JSON.parse(text) as { id: number };
      const { status = 200, location } = step;
      response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
      response.end(step.body.replace('ID', String(id)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/${secret}?key=${secret}2`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  calls = 0;
});

const right = { body: '{"jsonrpc":"2.0","id":ID,"result":"0x1"}' };
const error = (code: number, message: string) => ({
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }),
});
const ask = () => new JsonRpc({ url }).call('eth_blockNumber', []);
const faultOf = (): Promise<unknown> =>
  ask().then(
    () => 'no fault',
    (fault: unknown) => fault,
  );

test.each([
  ['a status 500', { status: 500, body: 'oops' }],
  ['too many calls', { status: 429, body: '{}' }],
  ['a cut connection', undefined],
  ['half an answer', { body: '{"jsonrpc":"2.0","id":ID' }],
  ['no result', { body: '{"jsonrpc":"2.0","id":ID}' }],
  ['the answer to another question', { body: '{"jsonrpc":"2.0","id":999,"result":"0x2"}' }],
  ['a node that is behind', error(-32000, 'header not found')],
])('asks again after %s', async (_name, step) => {
  script = [step, step, right];
  expect(await ask()).toBe('0x1');
  expect(calls).toBe(3);
});

test('goes nowhere that a node sends it: what has its key and its word is the one that is configured', async () => {
  script = [{ status: 307, location: `${url}&elsewhere=1`, body: '' }];
  expect(await faultOf()).toMatchObject({ kind: 'transient' });
  expect(calls).toBe(5);
});

test('gives up after five tries', async () => {
  script = [{ status: 502, body: '' }];
  expect(await faultOf()).toMatchObject({ kind: 'transient', message: 'eth_blockNumber: status 502' });
  expect(calls).toBe(5);
});

test.each([
  ['range', -32602, 'exceed max block range: 5000'],
  ['range', -32005, 'query exceeds max results 10000'],
  ['range', -32003, 'Response exceeds the limit of 26214400 bytes'],
  ['range', -32000, 'query timeout exceeded'],
  ['rate', -32005, 'daily request count exceeded, request rate limited'],
  ['rate', -32097, '50/second request limit reached: too many requests'],
  ['fatal', -32602, 'invalid argument 0: hex string without 0x prefix'],
  ['fatal', -32601, 'the method eth_getLogs does not exist'],
  ['transient', -32000, 'missing trie node'],
])('is %s: %d %s', (kind, code, message) => {
  expect(kindOfError(code, message)).toBe(kind);
});

test.each([error(-32601, 'no such method'), error(-32602, 'exceed max block range: 50')])(
  'does not ask again where it would not help',
  async (step) => {
    script = [step];
    expect(await faultOf()).toBeInstanceOf(ChainFault);
    expect(calls).toBe(1);
  },
);

test('shows nothing of the address, which holds keys', async () => {
  script = [error(-32601, `unknown key ${secret} at http://host/${secret}2`)];
  expect(String(await faultOf())).not.toContain(secret);
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const nowhere = new JsonRpc({ url: `http://127.0.0.1:${port}/${secret}` }).call('eth_chainId', []);
  await expect(nowhere).rejects.toMatchObject({ message: 'eth_chainId: ECONNREFUSED' });
});
