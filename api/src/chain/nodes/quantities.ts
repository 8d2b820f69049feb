import { ChainFault } from './chainFault.ts';

/** A number as JSON-RPC writes it. */
export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`;

/** @throws ChainFault transient if it is not a quantity below 2^53: nodes that are out of step answer such things */
export function readQuantity(value: unknown, name: string): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new ChainFault('transient', `the node's ${name} is no quantity`);
  return number;
}

/** Hexadecimal data of exactly this many bytes, in lower case. @throws ChainFault transient */
export function readData(value: unknown, bytes: number, name: string): string {
  if (typeof value !== 'string' || value.length !== 2 + 2 * bytes || !/^0x[0-9a-f]*$/i.test(value))
    throw new ChainFault('transient', `the node's ${name} is not ${bytes} bytes`);
  return value.toLowerCase();
}
