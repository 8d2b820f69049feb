import type { OutputOf } from '@trellis/api-contract';
import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about what waits for a second person: each kind has a yes of its own. */
export const approvalsApi = injectContract(operatorContract, [
  'getOverview',
  'listWaiting',
  'refuseApproval',
  'approveRate',
  'approveRule',
  'approvePoolFunding',
  'approveBonusCorrection',
  'approveFeeReturn',
  'approveDepositRelease',
  'approveDepositReturn',
  'approveFaultClosing',
  'approveFactorReset',
  'approveRelease',
  'approveUnfreeze',
  'approveOperatorChange',
  'approveAnnouncement',
  'approveTerms',
]);

export type Waiting = OutputOf<'operator', 'listWaiting'>['waiting'][number];
