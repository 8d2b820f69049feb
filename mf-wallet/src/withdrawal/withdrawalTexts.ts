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

/** Decided, and the money is not there yet. */
export const stepText = {
  approved: 'withdrawal.approvedUnpaid',
  sent: 'withdrawal.onItsWay',
} as const;

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
  deposit_return: 'withdrawal.ofReturn',
} as const satisfies Record<Exclude<WithdrawalOrigin, 'balance'>, string>;

type OfOrigin = Readonly<Record<WithdrawalOrigin, string>>;

/** Where the money is once it was rejected or cancelled. */
export const whereTexts = {
  balance: 'withdrawal.returned',
  stake_close: 'withdrawal.contractStands',
  stake_profit: 'withdrawal.returned',
  deposit_return: 'withdrawal.depositStands',
} as const satisfies OfOrigin;

/** What is held, and where it would go. */
export const heldTexts = {
  balance: 'withdrawal.heldText',
  stake_close: 'withdrawal.contractHeld',
  stake_profit: 'withdrawal.heldText',
  deposit_return: 'withdrawal.depositHeld',
} as const satisfies OfOrigin;

/** What cancelling would do, and what it did. */
export const cancelTexts = {
  balance: 'withdrawal.cancelText',
  stake_close: 'withdrawal.contractCancelText',
  stake_profit: 'withdrawal.cancelText',
  deposit_return: 'withdrawal.depositCancelText',
} as const satisfies OfOrigin;
export const cancelledTexts = {
  balance: 'withdrawal.cancelled',
  stake_close: 'withdrawal.contractCancelled',
  stake_profit: 'withdrawal.cancelled',
  deposit_return: 'withdrawal.depositCancelled',
} as const satisfies OfOrigin;

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
