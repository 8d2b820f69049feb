import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about withdrawals. */
export const withdrawalsApi = injectContract(operatorContract, [
  'listWithdrawalQueue',
  'countWithdrawals',
  'readWithdrawal',
  'approveWithdrawal',
  'rejectWithdrawal',
  'claimPayout',
  'releasePayoutClaim',
  'recordPayout',
  'settlePayout',
  'confirmPayout',
  'voidPayout',
]);
