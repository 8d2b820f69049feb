import { wireAmount } from '@trellis/api-contract';

/** Whole seconds without a fraction. */
export const writeInstant = (at: Date): string => at.toISOString().replace('.000Z', 'Z');

/** At least two decimals, and no zeros at the end beyond them. Every unit here has six. */
export const writeAmount = (minor: bigint): string => wireAmount(minor, 'USD');

/** The same of minor units as SQL answers them. */
export const writeMinor = (minor: string): string => writeAmount(BigInt(minor));

/** What a journal moves in minor units, by unit and kind of its accounts, as `account_kind` has them. */
export type Legs = Readonly<Record<string, string>> | null;

/** The `Legs` that a function of SQL answers. */
export const legsOf = (call: string): string =>
  `(SELECT json_object_agg(k.unit || ' ' || k.kind, m.amount::text ORDER BY m.leg) FROM ${call} m JOIN account_kind k ON k.code = m.account % 1000)`;

/** A journal's legs by account. */
export const writeLegs = (legs: Legs): Record<string, string> =>
  Object.fromEntries(Object.entries(legs ?? {}).map(([account, minor]) => [account, writeMinor(minor)]));
