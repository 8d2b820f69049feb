import { wireAmount } from '@trellis/api-contract';
import type { AccountName, Amounts } from '../../ledger/amounts.ts';

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

/** Unit and kind of the accounts that packages and stakes move, as `account_kind` has them. */
export const accountTitles = {
  usdAvailable: 'USD available',
  usdPending: 'USD pending',
  usdpActive: 'USDP active',
  usdpLocked: 'USDP locked',
  rpAvailable: 'RP available',
  cpPrincipal: 'CP principal',
  usdpIssued: 'USDP issued',
  rpIssued: 'RP issued',
  cpIssued: 'CP issued',
  reserveUsdp: 'USD reserve:USDP',
  reserveRp: 'USD reserve:RP',
  reserveCp: 'USD reserve:CP',
  packageRewardPool: 'USD pool:package-reward',
  stakeRewardPool: 'USD pool:stake-reward',
  teamBonusPool: 'USD pool:team-bonus',
  committedReward: 'USD committed:reward',
} as const satisfies Partial<Record<AccountName, string>>;

/** A journal's legs by account. */
export function writeAmounts(amounts: Amounts): Record<string, string> {
  const titles: Partial<Record<AccountName, string>> = accountTitles;
  return Object.fromEntries(
    [...amounts].map(([account, minor]) => {
      const title = titles[account];
      if (title === undefined) throw new Error(`${account} has no title`);
      return [title, writeAmount(minor)];
    }),
  );
}
