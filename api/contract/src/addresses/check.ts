import { checkBitcoin } from './bitcoin.ts';
import { checkEvm } from './evm.ts';
import { checkTon } from './ton.ts';
import { checkTron } from './tron.ts';
import { type AddressVerdict, invalid } from './verdict.ts';

export type { AddressVerdict } from './verdict.ts';

export const addressChains = ['BSC', 'TRON', 'BTC', 'TON'] as const;
export type AddressChain = (typeof addressChains)[number];

const checks: Readonly<Record<AddressChain, (text: string) => AddressVerdict>> = {
  BSC: checkEvm,
  TRON: checkTron,
  BTC: checkBitcoin,
  TON: checkTon,
};

/** Longer than any address there is. */
const maximumLength = 100;

/** Judges an address to the letter; space around what was typed or scanned is the caller's to cut off. */
export function checkAddress(chain: AddressChain, text: string): AddressVerdict {
  if (text.length > maximumLength) return invalid('length');
  return text === text.trim() ? checks[chain](text) : invalid('whitespace');
}

/** Whether two addresses are one: a checksum or an upper-case form is another way to write the same. */
export function sameAddress(chain: AddressChain, one: string, other: string): boolean {
  const [a, b] = [checkAddress(chain, one), checkAddress(chain, other)];
  return a.valid && b.valid && a.canonical === b.canonical;
}
