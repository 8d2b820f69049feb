import {
  accountOf,
  type MemberAccount,
  memberAccounts,
  type SystemAccount,
  systemAccount,
} from '../../ledger/accounts.ts';
import type { Leg } from '../../ledger/ledger.ts';

export type AccountName = MemberAccount | SystemAccount;

/** What one event moves, by account: minor units, negative where it takes. A member's accounts are one member's. */
export type Amounts = ReadonlyMap<AccountName, bigint>;

/** Without those of nothing: a posting of nothing does not exist. */
export const amountsOf = (given: Readonly<Partial<Record<AccountName, bigint>>>): Amounts =>
  new Map((Object.entries(given) as [AccountName, bigint][]).filter(([, amountMinor]) => amountMinor !== 0n));

/** The same the other way round. */
export const mirrored = (amounts: Amounts): Amounts =>
  new Map([...amounts].map(([account, amountMinor]) => [account, -amountMinor]));

const isMemberAccount = (name: AccountName): name is MemberAccount => name in memberAccounts;

/** As the ledger posts it. */
export const legsOf = (memberId: string, amounts: Amounts): Leg[] =>
  [...amounts].map(([name, amountMinor]) => ({
    account: isMemberAccount(name) ? accountOf(memberId, name) : systemAccount(name),
    amountMinor,
  }));
