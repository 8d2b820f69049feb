import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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
});

test('one changed character is another address or none', () => {
  for (const { chain, address, canonical } of vectors.filter((vector) => vector.valid)) {
    const at = address.length - 3;
    const changed = address.slice(0, at) + (address[at] === 'a' ? 'b' : 'a') + address.slice(at + 1);
    expect(sameAddress(chain, address, changed)).toBe(false);
    if (canonical !== undefined && chain !== 'TON') expect(sameAddress(chain, address, canonical)).toBe(true);
  }
});
