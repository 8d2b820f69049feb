import type {
  ErrorCode,
  Output,
  PayoutAsset,
  PayoutChain,
  WithdrawalOrigin,
  WithdrawalStatus,
} from '@trellis/api-contract';

export type Withdrawal = Output<'listWithdrawals'>['withdrawals'][number];
export type WithdrawalTerms = Output<'getWithdrawalTerms'>;

/** The statuses, in the words of the specification. */
export const statusText = {
  pending_review: 'withdrawal.pendingReview',
  approved: 'withdrawal.approved',
  rejected: 'withdrawal.rejected',
} as const satisfies Record<WithdrawalStatus, string>;

export const statusTone = {
  pending_review: 'warning',
  approved: 'positive',
  rejected: 'negative',
} as const satisfies Record<WithdrawalStatus, string>;

export const networkText = {
  BSC: 'withdrawal.networkBSC',
  TRON: 'withdrawal.networkTRON',
  BTC: 'withdrawal.networkBTC',
} as const satisfies Record<PayoutChain, string>;

/** What is not taken from the balance. */
export const originTexts = {
  stake_close: 'withdrawal.ofStake',
  stake_profit: 'withdrawal.ofProfit',
} as const satisfies Record<Exclude<WithdrawalOrigin, 'balance'>, string>;

export const placeholderText = {
  USDT: 'withdrawal.placeholderUSDT',
  BTC: 'withdrawal.placeholderBTC',
  ON: 'withdrawal.placeholderON',
} as const satisfies Record<PayoutAsset, string>;

export const invalidAddress = {
  BSC: 'withdrawal.address_invalid',
  TRON: 'withdrawal.tron_address_invalid',
  BTC: 'withdrawal.btc_address_invalid',
} as const satisfies Record<PayoutChain, ErrorCode>;
