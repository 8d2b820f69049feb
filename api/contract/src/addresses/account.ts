import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { checkEvm } from './evm.ts';
import { checkTron } from './tron.ts';

const base58check = createBase58check(sha256);
const tronVersion = 0x41;

/** Chains whose accounts are the last twenty bytes of a digest of a public key, each written in its own way. */
export type AccountChain = 'BSC' | 'TRON';

/** The address of twenty bytes, as `checkAddress` writes it. @throws Error if there are not twenty, or all are zero */
export function addressOfAccount(chain: AccountChain, account: Uint8Array): string {
  const verdict = checkEvm(`0x${bytesToHex(account)}`);
  if (!verdict.valid) throw new Error(`no account: ${verdict.reason}`);
  return chain === 'BSC' ? verdict.canonical : base58check.encode(Uint8Array.of(tronVersion, ...account));
}

/** The twenty bytes of an address that `checkAddress` finds valid. @throws Error if it does not */
export function accountOfAddress(chain: AccountChain, address: string): Uint8Array {
  const verdict = (chain === 'BSC' ? checkEvm : checkTron)(address);
  if (!verdict.valid) throw new Error(`no address: ${verdict.reason}`);
  return chain === 'BSC' ? hexToBytes(verdict.canonical.slice(2)) : base58check.decode(address).subarray(1);
}
