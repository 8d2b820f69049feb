import { ECDH } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HARDENED_OFFSET, HDKey } from '@scure/bip32';
import { type AccountChain, addressOfAccount } from '@trellis/api-contract/addresses';

/** m/44'/coin'/0'/0: its children are addresses. */
const chainDepth = 4;

/** The index of a deposit address: what BIP-32 derives without a private key. */
export const maximumIndex = HARDENED_OFFSET - 1;

/** Why a key or an index is not taken, in a sentence that never repeats it: people paste private keys. */
export class DepositKeyFault extends Error {
  override readonly name = 'DepositKeyFault';
}

export interface DepositAddress {
  readonly index: number;
  /** As `checkAddress` writes it. */
  readonly address: string;
  /** The same as the chain's logs have it: twenty bytes. */
  readonly account: Buffer;
}

/** The watch-only key of a chain, from which its deposit addresses come. It can receive and never spend. */
export class DepositKey {
  readonly #chain: AccountChain;
  readonly #key: HDKey;

  private constructor(chain: AccountChain, key: HDKey) {
    this.#chain = chain;
    this.#key = key;
  }

  /** @throws DepositKeyFault */
  static read(chain: AccountChain, text: string): DepositKey {
    if (/^[xyztuv]prv/i.test(text))
      throw new DepositKeyFault('is a private key: it must never be on this machine; use the public one (xpub)');
    if (/^[tuv]pub/i.test(text)) throw new DepositKeyFault('is a key of a test network');
    if (!text.startsWith('xpub')) throw new DepositKeyFault('is not an extended public key (xpub)');
    let key: HDKey;
    try {
      key = HDKey.fromExtendedKey(text);
    } catch {
      throw new DepositKeyFault('is not an extended public key: its checksum or form is wrong');
    }
    if (key.depth !== chainDepth)
      throw new DepositKeyFault(
        `has depth ${key.depth}, and ${chainDepth} is needed: the key at m/44'/${chain === 'BSC' ? 60 : 195}'/0'/0`,
      );
    return new DepositKey(chain, key);
  }

  /** @throws DepositKeyFault if the index is not between 0 and 2^31 − 1, or (one in 2^127) has no key */
  at(index: number): DepositAddress {
    if (!Number.isInteger(index) || index < 0 || index > maximumIndex)
      throw new DepositKeyFault(`has no index ${index}: a whole number from 0 to ${maximumIndex} is needed`);
    const { publicKey } = this.#key.deriveChild(index);
    if (!publicKey) throw new DepositKeyFault(`has no public key at index ${index}`);
    const uncompressed = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
    // Without the byte that says which form it is.
    const account = Buffer.from(keccak_256(Uint8Array.from(uncompressed as Buffer).subarray(1)).subarray(-20));
    return { index, account, address: addressOfAccount(this.#chain, account) };
  }
}
