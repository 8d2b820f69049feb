import { expect, test } from '@jest/globals';
import { HDKey } from '@scure/bip32';
import { readChains } from './chainConfig.ts';
import { DepositKey } from './depositKey.ts';

const publicKey = (seed: number, path: string): string =>
  HDKey.fromMasterSeed(Buffer.alloc(32, seed)).derive(path).publicExtendedKey;
const xpub = publicKey(3, "m/44'/60'/0'/0");

const good = {
  CHAIN_BSC_RPC_URL: 'https://bsc.example/v3/0123456789abcdef',
  CHAIN_BSC_AUDIT_RPC_URL: 'https://other.example',
  CHAIN_BSC_USDT: '0x55d398326f99059fF775485246999027B3197955',
  CHAIN_BSC_XPUB: xpub,
  CHAIN_BSC_XPUB_CHECK_ADDRESS: DepositKey.read('BSC', xpub).at(0).address,
  CHAIN_BSC_START_BLOCK: '50000000',
};
// "test test … junk", which every development tool knows.
const junk =
  'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4';
const privateKey = HDKey.fromMasterSeed(Buffer.alloc(32, 3)).derive("m/44'/60'/0'/0").privateExtendedKey;

function faultsOf(change: Record<string, string>, production = true): string[] {
  const faults: string[] = [];
  readChains({ ...good, ...change }, production, faults);
  return faults;
}

test('a chain is what its variables say, with the defaults of the main network', () => {
  const faults: string[] = [];
  const chains = readChains(good, true, faults);
  expect(faults).toEqual([]);
  expect([...chains.keys()]).toEqual(['BSC']);
  expect(chains.get('BSC')).toMatchObject({
    chainId: 56,
    confirmations: 15,
    requireFinalized: true,
    startBlock: 50_000_000,
    maximumSpan: 500,
    token: { account: '0x55d398326f99059ff775485246999027b3197955', decimals: 18 },
  });
});

test('without a variable there is no chain, and no fault', () => {
  const faults: string[] = [];
  expect(readChains({ CHAIN_BSC_RPC_URL: '' }, true, faults).size + faults.length).toBe(0);
});

test.each([
  ['CHAIN_BSC_XPUB', privateKey, /private key/],
  ['CHAIN_BSC_XPUB', publicKey(3, "m/44'/60'/0'"), /depth 3/],
  ['CHAIN_BSC_XPUB', publicKey(4, "m/44'/60'/0'/0"), /XPUB_CHECK_ADDRESS is not the first address/],
  ['CHAIN_BSC_XPUB_CHECK_ADDRESS', good.CHAIN_BSC_USDT, /is not the first address/],
  ['CHAIN_BSC_XPUB_CHECK_ADDRESS', '', /CHECK_ADDRESS is missing/],
  ['CHAIN_BSC_USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /USDT is not an address of BSC/],
  ['CHAIN_BSC_USDT_DECIMALS', '5', /between 6 and 36/],
  ['CHAIN_BSC_CHAIN_ID', '97', /CHAIN_ID is not the main network's, 56/],
  ['CHAIN_BSC_START_BLOCK', '', /START_BLOCK is missing/],
  ['CHAIN_BSC_CONFIRMATIONS', '0', /CONFIRMATIONS is not a whole number/],
  ['CHAIN_BSC_REQUIRE_FINALIZED', 'approval', /neither true nor false/],
  ['CHAIN_BSC_RPC_URL', 'ftp://node', /RPC_URL is not an http/],
  ['CHAIN_BSC_RPC_URL', 'http://bsc.example', /RPC_URL is not https/],
  ['CHAIN_BSC_AUDIT_RPC_URL', '', /AUDIT_RPC_URL is missing/],
  ['CHAIN_BSC_AUDIT_RPC_URL', 'https://bsc.example/v3/0123456789abcdef', /AUDIT_RPC_URL is the endpoint of RPC_URL/],
  ['CHAIN_BSC_AUDIT_RPC_URL', 'https://BSC.example:443/v3/another-key/', /AUDIT_RPC_URL is the endpoint of RPC_URL/],
])('%s that is not good is refused: %s', (name, value, reason) => {
  const faults = faultsOf({ [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(reason);
  for (const secret of [xpub, privateKey]) expect(faults[0]).not.toContain(secret.slice(20));
});

test('a key of a known mnemonic is for development alone', () => {
  const change = {
    CHAIN_BSC_XPUB: junk,
    CHAIN_BSC_XPUB_CHECK_ADDRESS: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  };
  expect(faultsOf(change)).toEqual([expect.stringMatching(/everybody knows/)]);
  expect(faultsOf(change, false)).toEqual([]);
});

test('every fault is reported at once', () => {
  const faults: string[] = [];
  readChains({ CHAIN_TRON_CHAIN_ID: 'x' }, true, faults);
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'CHAIN_TRON_RPC_URL',
    'CHAIN_TRON_AUDIT_RPC_URL',
    'CHAIN_TRON_CHAIN_ID',
    'CHAIN_TRON_USDT',
    'CHAIN_TRON_XPUB',
    'CHAIN_TRON_XPUB_CHECK_ADDRESS',
    'CHAIN_TRON_START_BLOCK',
    'CHAIN_TRON_CHAIN_ID',
  ]);
});
