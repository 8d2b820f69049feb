import type { BalanceState, BalanceUnit } from '@trellis/api-contract';

/**
 * Account codes, as `account_kind` in the database has them (a test compares the two): all of members, and of the platform those
 * that are named outside of SQL. An account's id is owner × 1000 + code; the platform's accounts have the code alone.
 */
export const memberAccounts = {
  usdAvailable: { code: 101, unit: 'USD', state: 'available', isRecorded: true },
  usdPending: { code: 102, unit: 'USD', state: 'pending', isRecorded: false },
  usdtAvailable: { code: 111, unit: 'USDT', state: 'available', isRecorded: true },
  usdtPending: { code: 112, unit: 'USDT', state: 'pending', isRecorded: false },
  usdpActive: { code: 121, unit: 'USDP', state: 'available', isRecorded: true },
  usdpLocked: { code: 122, unit: 'USDP', state: 'locked', isRecorded: false },
  rpAvailable: { code: 131, unit: 'RP', state: 'available', isRecorded: true },
  cpPrincipal: { code: 141, unit: 'CP', state: 'staked', isRecorded: true },
} as const satisfies Record<string, MemberAccountKind>;

export const systemAccounts = {
  usdCustody: { code: 201, unit: 'USD' },
  usdtCustody: { code: 211, unit: 'USDT' },
  usdpIssued: { code: 221, unit: 'USDP' },
  rpIssued: { code: 231, unit: 'RP' },
  cpIssued: { code: 241, unit: 'CP' },
  reserveUsdp: { code: 301, unit: 'USD' },
  reserveRp: { code: 302, unit: 'USD' },
  reserveCp: { code: 303, unit: 'USD' },
  usdFee: { code: 401, unit: 'USD' },
  usdtFee: { code: 411, unit: 'USDT' },
  usdRounding: { code: 501, unit: 'USD' },
  usdtRounding: { code: 511, unit: 'USDT' },
  packageRewardPool: { code: 601, unit: 'USD' },
  stakeRewardPool: { code: 602, unit: 'USD' },
  teamBonusPool: { code: 603, unit: 'USD' },
  committedReward: { code: 604, unit: 'USD' },
  usdExchange: { code: 701, unit: 'USD' },
  usdtExchange: { code: 711, unit: 'USDT' },
  usdtSuspense: { code: 811, unit: 'USDT' },
} as const satisfies Record<string, { code: number; unit: BalanceUnit }>;

interface MemberAccountKind {
  readonly code: number;
  readonly unit: BalanceUnit;
  /** A statement finds an account by its unit and state: no two have both in common. */
  readonly state: BalanceState;
  /** Whether its postings are records of the member. What is pending or locked has one as it leaves, and as it returns. */
  readonly isRecorded: boolean;
}

export type MemberAccount = keyof typeof memberAccounts;
export type SystemAccount = keyof typeof systemAccounts;

declare const accountBrand: unique symbol;
/** An account's id, a bigint in the database. */
export type AccountId = bigint & { readonly [accountBrand]: true };

export const accountOf = (memberId: string, account: MemberAccount): AccountId =>
  (BigInt(memberId) * 1000n + BigInt(memberAccounts[account].code)) as AccountId;

/** All that a member can have, whether used or not, as the database takes a list of them. */
export const memberAccountIds = (memberId: string): string[] =>
  (Object.keys(memberAccounts) as MemberAccount[]).map((account) => accountOf(memberId, account).toString());

export const systemAccount = (account: SystemAccount): AccountId => BigInt(systemAccounts[account].code) as AccountId;

const byCode = new Map<number, MemberAccountKind>(Object.values(memberAccounts).map((kind) => [kind.code, kind]));

/** Unit and state of a member account's code. @throws Error if no member account has it */
export function memberAccountKind(code: number): MemberAccountKind {
  const kind = byCode.get(code);
  if (!kind) throw new Error(`no member account has code ${code}`);
  return kind;
}
