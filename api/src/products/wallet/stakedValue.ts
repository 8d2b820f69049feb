import type { AnswerOf } from '@trellis/api-contract/schemas';

/** What the wallet asks of stakes, which stand above it. Amounts are minor units of USD. */
export interface StakedValue {
  /** What a member's stakes are as members read it, and how much more than their number the CP are worth. */
  now(
    memberId: string,
  ): Promise<{ readonly more: bigint; readonly totals: AnswerOf<'member', 'getBalances'>['stakes'] }>;
  /** How much more they were worth just before each of several times, the earliest first, and now. */
  moreBefore(memberId: string, times: readonly Date[]): Promise<bigint[]>;
}
