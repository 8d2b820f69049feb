import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { HDKey } from '@scure/bip32';
import type { AccountChain } from '@trellis/api-contract/addresses';
import { DepositKey, DepositKeyFault, maximumIndex } from './depositKey.ts';

interface VectorSet {
  readonly name: string;
  readonly chain: AccountChain;
  readonly accountXpub: string;
  readonly chainXpub: string;
  readonly addresses: readonly { readonly index: number; readonly address: string }[];
}

const { sets } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/vectors/derivation-vectors.json'), 'utf8'),
) as { sets: VectorSet[] };

describe.each(sets)('$name on $chain', ({ chain, chainXpub, accountXpub, addresses }) => {
  test.each(addresses)('$index is $address', ({ index, address }) => {
    const derived = DepositKey.read(chain, chainXpub).at(index);
    expect(derived.address).toBe(address);
    if (chain === 'BSC') expect(`0x${derived.account.toString('hex')}`).toBe(address.toLowerCase());
  });

  test('the key of the account above is refused', () => {
    expect(() => DepositKey.read(chain, accountXpub)).toThrow(/has depth 3, and 4 is needed/);
  });
});

const seed = Buffer.alloc(32, 7);
const master = HDKey.fromMasterSeed(seed);
const atDepthFour = master.derive("m/44'/60'/0'/0");
const testnet = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf }).derive("m/44'/60'/0'/0");
const good = atDepthFour.publicExtendedKey;

function faultOf(text: string): string {
  try {
    DepositKey.read('BSC', text);
  } catch (error) {
    if (error instanceof DepositKeyFault) return error.message;
  }
  return 'none';
}

test('a sound key has no fault', () => expect(faultOf(good)).toBe('none'));

test.each([
  ['a private key', atDepthFour.privateExtendedKey, /private key/],
  ['a private key of a test network', testnet.privateExtendedKey, /private key/],
  ['a key of a test network', testnet.publicExtendedKey, /test network/],
  ['a changed character', good.slice(0, -1) + (good.endsWith('a') ? 'b' : 'a'), /checksum or form/],
  ['nothing', '', /not an extended public key/],
  ['an address', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', /not an extended public key/],
])('%s is refused and not repeated', (_name, text, reason) => {
  const fault = faultOf(text);
  expect(fault).toMatch(reason);
  if (text) expect(fault).not.toContain(text.slice(4, 20));
});

test.each([-1, 1.5, Number.NaN, maximumIndex + 1])('index %p is refused', (index) => {
  expect(() => DepositKey.read('BSC', good).at(index)).toThrow(DepositKeyFault);
});
