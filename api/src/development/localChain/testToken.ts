import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import compiled from './testToken.json' with { type: 'json' };

/** Data of a transaction that makes a token. Source: TestToken.sol, compiled once with solc 0.8. */
export const deploymentOf = (decimals: number): string => compiled.bytecode + word(BigInt(decimals));

/** Data of a call `transfer(to, units)`. @param to the account in hexadecimal with 0x */
export const transferOf = (to: string, units: bigint): string =>
  callOf('transfer(address,uint256)', [BigInt(to), units]);

/** Data of a call, whose arguments are all words of 32 bytes. */
export const callOf = (signature: string, words: readonly bigint[]): string =>
  `0x${bytesToHex(keccak_256(utf8ToBytes(signature))).slice(0, 8)}${words.map(word).join('')}`;

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
