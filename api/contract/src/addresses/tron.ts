import { readBase58 } from './base58.ts';
import { type AddressVerdict, invalid, valid } from './verdict.ts';

const mainnet = 0x41;
const testnet = 0xa0;

/** TRON's base58 form; the hexadecimal form that some tools show is refused, for wallets do not take it. */
export function checkTron(text: string): AddressVerdict {
  if (/^(0x)?41[0-9a-fA-F]{40}$/.test(text)) return invalid('hex_form_not_accepted');
  const read = readBase58(text);
  if (typeof read === 'string') return invalid(read);
  if (read.version !== mainnet) return invalid(read.version === testnet ? 'testnet' : 'prefix');
  return read.hash.every((byte) => byte === 0) ? invalid('zero_address') : valid('tron', text);
}
