import { wireAmount } from '@trellis/api-contract';
import type { AccountName, Amounts } from '../../ledger/amounts.ts';

/** Whole seconds without a fraction. */
export const writeInstant = (at: Date): string => at.toISOString().replace('.000Z', 'Z');

/** At least two decimals, and no zeros at the end beyond them. Every unit here has six. */
export const writeAmount = (minor: bigint): string => wireAmount(minor, 'USD');

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
