import { bech32, bech32m } from '@scure/base';
import { readBase58 } from './base58.ts';
import { type AddressVerdict, invalid, valid } from './verdict.ts';

/** Legacy (1…), script (3…), native SegWit and Taproot (bc1…) of the main network. */
export function checkBitcoin(text: string): AddressVerdict {
  if (/^(bc|tb|bcrt)1/i.test(text)) return checkSegwit(text);
  const read = readBase58(text);
  if (typeof read === 'string') return invalid(read);
  switch (read.version) {
    case 0x00:
      return valid('p2pkh', text);
    case 0x05:
      return valid('p2sh', text);
    default:
      return invalid(read.version === 0x6f || read.version === 0xc4 ? 'testnet' : 'prefix');
  }
}

/** BIP-173 and BIP-350: version 0 is written in bech32, later ones in bech32m. */
function checkSegwit(written: string): AddressVerdict {
  const text = written.toLowerCase();
  if (written !== text && written !== written.toUpperCase()) return invalid('mixed_case');
  if (!text.startsWith('bc1')) return invalid('testnet');
  if (text.length > 90) return invalid('length');
  for (const [coder, isLater] of [
    [bech32, false],
    [bech32m, true],
  ] as const) {
    const decoded = coder.decodeUnsafe(text as `${string}1${string}`, 90);
    if (decoded) return checkProgram(text, decoded, coder, isLater);
  }
  return invalid('checksum');
}

function checkProgram(
  text: string,
  { prefix, words }: { readonly prefix: string; readonly words: number[] },
  coder: typeof bech32,
  isLater: boolean,
): AddressVerdict {
  if (prefix !== 'bc') return invalid('hrp');
  const [version, ...rest] = words;
  if (version === undefined) return invalid('empty');
  if (version > 16) return invalid('witness_version');
  const program = coder.fromWordsUnsafe(rest);
  if (!program) return invalid('padding');
  if (program.length < 2 || program.length > 40) return invalid('program_length');
  if ((version === 0) === isLater) return invalid('wrong_bech32_variant');
  if (version === 0) {
    if (program.length === 20) return valid('p2wpkh', text);
    return program.length === 32 ? valid('p2wsh', text) : invalid('program_length');
  }
  // Other versions are valid by BIP-350, but nobody can spend from them today.
  return version === 1 && program.length === 32 ? valid('p2tr', text) : invalid('unknown_witness_program');
}
