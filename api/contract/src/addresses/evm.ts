import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type AddressVerdict, invalid, unchecked, valid } from './verdict.ts';

/** EIP-55: letters are upper-case where the digest of the lower-case form says so. */
function withChecksum(lowerHex: string): string {
  const digest = bytesToHex(keccak_256(utf8ToBytes(lowerHex)));
  const letters = [...lowerHex].map((letter, at) =>
    Number.parseInt(digest[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join('')}`;
}

/** BSC and every chain like it. In one case only there is no checksum to look at. */
export function checkEvm(text: string): AddressVerdict {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return invalid('format');
  const body = text.slice(2);
  const lower = body.toLowerCase();
  if (BigInt(text) === 0n) return invalid('zero_address');
  const canonical = withChecksum(lower);
  if (body === lower || body === body.toUpperCase())
    return /[a-f]/i.test(body) ? unchecked('evm', canonical) : valid('evm', canonical);
  return canonical === text ? valid('evm', canonical) : invalid('checksum');
}
