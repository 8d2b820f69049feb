/** What a member sees of a journal: the kind of the record, by what it does to an account of theirs. */
interface Seen {
  /** Of what adds to the account. */
  readonly plus?: string;
  /** Of what takes from it. */
  readonly minus?: string;
}

/**
 * Every kind of journal, and which record a member sees where one adds to an account of theirs (`plus`) or takes from it
 * (`minus`). A kind that moves nothing but the platform's money, or only what is pending, has none; what is locked has no
 * records, either: it was shown as it left, and is as it comes back. The names of records and
 * of the lines of statements stand alongside, in `texts`.
 */
export const journalKinds = {
  opening: { plus: 'opening', minus: 'opening' },
  deposit: { plus: 'deposit' },
  deposit_aside: {},
  deposit_return: { plus: 'deposit_return' },
  deposit_restore: { minus: 'deposit_restore' },
  transfer: { plus: 'transfer_in', minus: 'transfer_out' },
  exchange: { plus: 'exchange_in', minus: 'exchange_out' },
  hold: { minus: 'withdrawal' },
  // What a payout paid less than was ordered.
  settlement: { plus: 'withdrawal_return' },
  release: { plus: 'withdrawal_return' },
  reversal: { plus: 'correction', minus: 'correction' },
  pool_funding: {},
  package_purchase: { minus: 'package_purchase' },
  package_release: { plus: 'package_release' },
  stake_start: { plus: 'stake_start', minus: 'stake_start' },
  stake_profit: { plus: 'stake_profit', minus: 'stake_profit' },
  stake_term: {},
  stake_redeem: { plus: 'stake_redeem', minus: 'stake_redeem' },
  stake_restore: { plus: 'stake_restore', minus: 'stake_restore' },
  bonus_close: {},
  team_bonus: { plus: 'team_bonus' },
  fee_returned: { plus: 'fee_returned' },
  bonus_correction: { plus: 'bonus_correction', minus: 'bonus_correction' },
} as const satisfies Record<string, Seen>;

export type JournalKind = keyof typeof journalKinds;

type ValuesOf<T> = T extends unknown ? T[keyof T] : never;
/** What happened to a member's money; two kinds distinguish the sides of one exchange. */
export type RecordKind = ValuesOf<(typeof journalKinds)[JournalKind]>;

/** What a member sees of a journal of this kind. */
export const seenOf = (kind: JournalKind): { readonly plus?: RecordKind; readonly minus?: RecordKind } =>
  journalKinds[kind];

/** In the order in which members choose between them. */
export const recordKinds = [
  ...new Set(Object.values<Seen>(journalKinds).flatMap(({ plus, minus }) => [plus, minus])),
].filter((kind) => kind !== undefined) as unknown as readonly [RecordKind, ...RecordKind[]];
