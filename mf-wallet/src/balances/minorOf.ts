import { type Money, parseAmount } from '@trellis/api-contract';

/** In minor units: what the server wrote is always an amount. */
export const minorOf = ({ amount, unit }: Money): bigint => parseAmount(amount, unit) ?? 0n;
