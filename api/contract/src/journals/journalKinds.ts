import type { JournalEntry } from '../entries.ts';
import { bonusJournals } from '../products/bonus/journals.ts';
import { depositJournals } from '../products/deposits/journals.ts';
import { exchangeJournals } from '../products/exchanges/journals.ts';
import { feeReturnJournals } from '../products/feeReturns/journals.ts';
import { packageJournals } from '../products/packages/journals.ts';
import { poolJournals } from '../products/pools/journals.ts';
import { stakeJournals } from '../products/stakes/journals.ts';
import { transferJournals } from '../products/transfers/journals.ts';
import { openingJournals, reversalJournals } from '../products/wallet/journals.ts';
import { withdrawalJournals } from '../products/withdrawals/journals.ts';

/**
 * Every kind of journal, and which record a member sees where one adds to an account of theirs (`plus`) or takes from it
 * (`minus`). A kind that moves nothing but the platform's money, or only what is pending, has none; what is locked has no
 * records, either: it was shown as it left, and is as it comes back. The names of records and
 * of the lines of statements stand alongside, in `texts`.
 */
export const journalKinds = {
  ...depositJournals,
  ...withdrawalJournals,
  ...transferJournals,
  ...exchangeJournals,
  ...packageJournals,
  ...stakeJournals,
  ...bonusJournals,
  ...poolJournals,
  ...feeReturnJournals,
  ...reversalJournals,
  ...openingJournals,
};

export type JournalKind = keyof typeof journalKinds;

type SidesOf<T> = T extends unknown ? T[keyof T & ('plus' | 'minus')] : never;
/** What happened to a member's money; two kinds distinguish the sides of one exchange. */
export type RecordKind = SidesOf<(typeof journalKinds)[JournalKind]>;

interface Seen {
  readonly plus?: RecordKind;
  readonly minus?: RecordKind;
  readonly isOne?: boolean;
}

/** What a member sees of a journal of this kind. */
export const seenOf = (kind: JournalKind): Seen => journalKinds[kind];

/** In the order in which members choose between them. */
export const recordKinds = [
  ...new Set(Object.values<JournalEntry>(journalKinds).flatMap(({ plus, minus }) => [plus, minus])),
].filter((kind) => kind !== undefined) as unknown as readonly [RecordKind, ...RecordKind[]];
