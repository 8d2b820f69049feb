import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { accountOfAddress, addressOfAccount } from './account.ts';
import { type AddressChain, checkAddress, sameAddress } from './check.ts';

interface Vector {
  readonly chain: AddressChain;
  readonly address: string;
  readonly valid: boolean;
  readonly kind?: string;
  readonly canonical?: string;
  readonly reason?: string;
  readonly unchecked?: boolean;
}

const file = join(import.meta.dirname ?? __dirname, '../../../../tests/vectors/address-vectors.json');
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };

test.each(vectors)('$chain $address', (vector) => {
  const verdict = checkAddress(vector.chain, vector.address);
  const { chain: _chain, address: _address, ...expected } = vector;
  const names = ['valid', 'kind', 'canonical', 'reason'] as const;
  for (const name of names)
    if (expected[name] !== undefined)
      expect([name, (verdict as Record<string, unknown>)[name]]).toEqual([name, expected[name]]);
  expect(verdict.valid && verdict.unchecked === true).toBe(vector.unchecked === true);
});

test('one changed character is another address or none', () => {
  for (const { chain, address, canonical } of vectors.filter((vector) => vector.valid)) {
    const at = address.length - 3;
    const changed = address.slice(0, at) + (address[at] === 'a' ? 'b' : 'a') + address.slice(at + 1);
    expect(sameAddress(chain, address, changed)).toBe(false);
    if (canonical !== undefined && chain !== 'TON') expect(sameAddress(chain, address, canonical)).toBe(true);
  }
});

test('what is no address is the same as nothing, itself included', () => {
  expect(sameAddress('BSC', 'nowhere', 'nowhere')).toBe(false);
  expect(sameAddress('BSC', '0x55d398326f99059fF775485246999027B3197955', 'nowhere')).toBe(false);
});

describe('the account of an address', () => {
  test.each([
    ['BSC', '0x55d398326f99059fF775485246999027B3197955', '55d398326f99059ff775485246999027b3197955'],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ] as const)('of %s %s is its twenty bytes', (chain, address, account) => {
    expect(Buffer.from(accountOfAddress(chain, address)).toString('hex')).toBe(account);
    expect(addressOfAccount(chain, Buffer.from(account, 'hex'))).toBe(address);
  });

  test.each(
    vectors.filter((vector): vector is Vector & { chain: 'BSC' | 'TRON' } => /^(?:BSC|TRON)$/.test(vector.chain)),
  )('is read of $chain $address where that is one', ({ chain, address, valid, canonical }) => {
    if (valid) expect(addressOfAccount(chain, accountOfAddress(chain, address))).toBe(canonical ?? address);
    else expect(() => accountOfAddress(chain, address)).toThrow(/^no address: \w+$/);
  });

  test('of nobody, or of too few bytes, has none', () => {
    for (const chain of ['BSC', 'TRON'] as const) {
      expect(() => addressOfAccount(chain, new Uint8Array(20))).toThrow('no account: zero_address');
      expect(() => addressOfAccount(chain, new Uint8Array(19).fill(1))).toThrow('no account: format');
    }
  });
});
