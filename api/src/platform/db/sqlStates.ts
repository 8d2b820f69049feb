import { type AnyErrorCode, AppError } from '../../ground/errors.ts';
import { sqlState } from './database.ts';

/**
 * What the refusals of our own SQL are in the catalogue: the one table, by SQLSTATE; each file of SQL says above what they
 * mean. Not here are those that are answered with figures or at a field, which whoever knows these adds (`ledger/refusals.ts`,
 * `rules/ruleError.ts`); those of approvals that only a command meets; and those that nobody but a fault of the product meets.
 */
export const sqlStates = {
  // Packages and stakes.
  TP002: 'request.not_found',
  TP003: 'package.not_cancellable',
  TK002: 'request.not_found',
  TK003: 'stake.choice_closed',
  TK004: 'stake.not_open',
  TK005: 'stake.terms_changed',
  // What posts.
  TR004: 'idempotency.key_reused',
  TR021: 'money.hold_ended',
  TR023: 'money.not_reversible',
  TR024: 'money.not_reversible',
  TR031: 'exchange.quote_expired',
  TR033: 'rate.unavailable',
  TR034: 'rate.stale',
  TR041: 'money.payouts_frozen',
  TR042: 'freeze.not_green',
  // Withdrawals.
  TW002: 'withdrawal.wrong_step',
  TW003: 'withdrawal.not_claimed',
  TW004: 'withdrawal.terms_changed',
  TW005: 'withdrawal.below_accepted',
  // Approvals.
  TA001: 'approval.second_person',
  TA002: 'approval.closed',
  TA004: 'auth.forbidden',
  TA005: 'approval.own_account',
  TA006: 'operator.self',
  TA008: 'approval.new_role',
  // What operators set and ask for.
  TE001: 'fee.none',
  TE002: 'fee.returned',
  TE011: 'erasure.withdrawal',
  TE012: 'erasure.deposit',
  TE013: 'erasure.package',
  TE014: 'erasure.stake',
  TE015: 'erasure.bonus',
  TE016: 'erasure.balance',
  TE017: 'erasure.done',
  TM001: 'rule.unknown',
  TM003: 'rate.slip',
  TN002: 'announcement.over',
  TN003: 'announcement.gone',
  TO003: 'request.not_found',
  TO004: 'operator.suspended',
  TO005: 'operator.changed',
  TO006: 'operator.last_two',
  TO007: 'operator.roles_apart',
  TT002: 'terms.base',
} as const satisfies Readonly<Record<string, AnyErrorCode>>;

/** What the database has refused, as the catalogue has it. `undefined`: not an ordinary refusal. */
export function refusalOf(error: unknown): AppError | undefined {
  const state = sqlState(error) ?? '';
  return Object.hasOwn(sqlStates, state)
    ? new AppError(sqlStates[state as keyof typeof sqlStates], { cause: error })
    : undefined;
}

/** For `catch`. @throws AppError of what the database has refused, or the error itself */
export function throwRefusal(error: unknown): never {
  throw refusalOf(error) ?? error;
}
