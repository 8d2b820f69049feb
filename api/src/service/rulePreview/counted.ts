import type { Money } from '@trellis/api-contract';
import type { JsonValue } from '../../governance/rules/ruleValue.ts';
import type { Verdict } from './judge.ts';

export interface Traffic extends Verdict {
  readonly fee: { readonly was: Money; readonly would: Money } | null;
  readonly whole: boolean;
}

/** The time whose moves are counted. */
export interface Span {
  readonly since: Date;
  readonly now: Date;
}

/** An amount as it is stored: minor units as text. */
export const minorIn = (value: JsonValue, field: string): bigint => BigInt(String(value[field] ?? 0));
