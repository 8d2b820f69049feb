import type { AnswerOf } from '@trellis/api-contract/schemas';

/** What the wallet shows of packages, which stand above it. */
export interface PackagesAhead {
  /** The one of a member's packages that brings something next, and what is sold to them now. */
  now(memberId: string): Promise<AnswerOf<'member', 'getBalances'>['packages']>;
}
