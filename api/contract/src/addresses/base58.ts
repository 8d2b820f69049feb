import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import type { AddressFault } from './verdict.ts';

const base58check = createBase58check(sha256);

/** A version byte and twenty bytes behind a checksum, as Bitcoin and TRON write them; or what is wrong. */
export function readBase58(text: string): { version: number; hash: Uint8Array } | AddressFault {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return 'format';
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch {
    return 'checksum';
  }
  return bytes.length === 21 ? { version: bytes[0] ?? 0, hash: bytes.subarray(1) } : 'length';
}
