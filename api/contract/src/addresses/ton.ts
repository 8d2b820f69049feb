import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { type AddressVerdict, invalid, unchecked, valid } from './verdict.ts';

const bounceable = 0x11;
const nonBounceable = 0x51;
const testnetFlag = 0x80;

/** CRC-16/XMODEM, which TON's friendly form ends with. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc;
}

/** TON: the friendly form of 48 characters, or the raw one (`workchain:hash`), which has no checksum. */
export function checkTon(text: string): AddressVerdict {
  const raw = /^(-1|0):([0-9a-fA-F]{64})$/.exec(text);
  if (raw) return unchecked('raw', `${raw[1]}:${raw[2]?.toLowerCase()}`);
  if (!/^(?:[A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48})$/.test(text)) return invalid('format');
  const bytes = base64.decode(text.replaceAll('-', '+').replaceAll('_', '/'));
  if (crc16(bytes.subarray(0, 34)) !== (((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0))) return invalid('checksum');
  const flags = bytes[0] ?? 0;
  const tag = flags & ~testnetFlag;
  if (tag !== bounceable && tag !== nonBounceable) return invalid('tag');
  const workchain = bytes[1] === 0xff ? -1 : (bytes[1] ?? 0);
  if (workchain !== 0 && workchain !== -1) return invalid('workchain');
  if (flags & testnetFlag) return invalid('testnet');
  const kind = tag === bounceable ? 'bounceable' : 'non_bounceable';
  return valid(kind, `${workchain}:${bytesToHex(bytes.subarray(2, 34))}`);
}
