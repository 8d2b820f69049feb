import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readBitcoin } from '../config/bitcoinConfig.ts';
import { BitcoinPayouts } from './bitcoinPayouts.ts';
import type { OpenPayout } from './recordedPayouts.ts';

/** A transaction in the form of Esplora's answers. No explorer was asked for it. */
const recordedText = readFileSync(join(import.meta.dirname, '../../testing/esplora/paid.json'), 'utf8');
const paid = JSON.parse(recordedText) as {
  txid: string;
  vin: { prevout: { scriptpubkey_address: string } }[];
  vout: { value: number; scriptpubkey_address: string }[];
  status: { confirmed: boolean; block_height: number; block_hash: string; block_time: number };
};
const custody = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

interface Explorer {
  tx: unknown;
  height: string;
  status: number;
}
const explorers: Explorer[] = [];
const servers: Server[] = [];
let source: BitcoinPayouts;
const payout: OpenPayout = {
  id: '1',
  withdrawal: 'w',
  chain: 'BTC',
  asset: 'BTC',
  tx: paid.txid,
  receivedMinor: 120_000n,
  address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  approvedAt: new Date(1_794_999_000_000),
};

beforeAll(async () => {
  const urls: string[] = [];
  for (const index of [0, 1]) {
    const server = createServer((request, response) => {
      const { tx, height, status } = explorers[index] ?? { tx: null, height: '', status: 500 };
      const isTip = request.url === '/blocks/tip/height';
      if (status === 302) {
        // To where the same answers are to be had.
        response.writeHead(302, { location: `${urls[1 - index]}${request.url}` }).end();
        return;
      }
      response.writeHead(isTip ? 200 : status);
      response.end(isTip ? height : JSON.stringify(tx));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const faults: string[] = [];
  const config = readBitcoin({ CHAIN_BTC_ESPLORA_URLS: urls.join(','), CUSTODY_BTC: custody }, faults);
  expect(faults).toEqual([]);
  if (config) source = new BitcoinPayouts(config);
});
afterAll(() => {
  for (const server of servers) server.close();
});
beforeEach(() => {
  for (const index of [0, 1]) explorers[index] = { tx: structuredClone(paid), height: '870002', status: 200 };
});

type Paid = typeof paid;
/** Both explorers report it so. */
const both = (change: (tx: Paid) => void): void => {
  for (const explorer of explorers) change(explorer.tx as Paid);
};
/** One of them does. */
const first = (change: (tx: Paid) => void): void => {
  for (const explorer of explorers.slice(0, 1)) change(explorer.tx as Paid);
};

test('is found by output, value and address, with three confirmations', async () => {
  expect(await source.look(payout)).toEqual({
    matches: [0],
    others: [],
    fault: undefined,
    confirmations: 3,
    needed: 3,
    isFinal: true,
  });
  for (const explorer of explorers) explorer.height = '870001';
  expect(await source.look(payout)).toMatchObject({ confirmations: 2, isFinal: false });
});

test.each<[string, () => void]>([
  ['one explorer does not have it', () => Object.assign(explorers[1] ?? {}, { status: 404 })],
  ['it is in no block', () => both((tx) => Object.assign(tx, { status: { confirmed: false } }))],
  ['they name different blocks', () => first((tx) => Object.assign(tx.status, { block_hash: 'ff' }))],
  ['they name different outputs', () => first((tx) => Object.assign(tx.vout[0] ?? {}, { value: 120_001 }))],
])('is waited for where %s', async (_name, arrange) => {
  arrange();
  expect(await source.look(payout)).toBeUndefined();
});

test.each<[string, RegExp, () => void]>([
  ['another amount', /no output/, () => both((tx) => Object.assign(tx.vout[0] ?? {}, { value: 119_999 }))],
  [
    'another receiver',
    /no output/,
    () => both((tx) => Object.assign(tx.vout[0] ?? {}, { scriptpubkey_address: custody })),
  ],
  [
    'another sender',
    /custody alone/,
    () => both((tx) => Object.assign(tx.vin[0]?.prevout ?? {}, { scriptpubkey_address: payout.address })),
  ],
  ['an old transaction', /older/, () => both((tx) => Object.assign(tx.status, { block_time: 1_794_900_000 }))],
])('%s is not this payout', async (_name, fault, arrange) => {
  arrange();
  expect(await source.look(payout)).toMatchObject({ matches: [], fault: expect.stringMatching(fault), isFinal: true });
});

test('an explorer that sends elsewhere is no second opinion', async () => {
  Object.assign(explorers[0] ?? {}, { status: 302 });
  await expect(source.look(payout)).rejects.toMatchObject({ kind: 'transient' });
});

test('an explorer out of order is no verdict', async () => {
  Object.assign(explorers[0] ?? {}, { status: 502 });
  await expect(source.look(payout)).rejects.toMatchObject({ kind: 'transient' });
  Object.assign(explorers[0] ?? {}, { status: 200, tx: { nonsense: true } });
  await expect(source.look(payout)).rejects.toMatchObject({ kind: 'transient' });
});

test.each([
  [{ CHAIN_BTC_ESPLORA_URLS: 'https://one.example', CUSTODY_BTC: custody }, /two https addresses/],
  [{ CHAIN_BTC_ESPLORA_URLS: 'https://one.example,https://one.example/api', CUSTODY_BTC: custody }, /different hosts/],
  [{ CHAIN_BTC_ESPLORA_URLS: 'https://one.example,https://two.example', CUSTODY_BTC: 'nobody' }, /CUSTODY_BTC/],
])('a configuration in part is refused', (env, fault) => {
  const faults: string[] = [];
  expect(readBitcoin(env, faults)).toBeUndefined();
  expect(faults).toEqual([expect.stringMatching(fault)]);
});
