import type { OutputOf } from '@trellis/api-contract';
import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about what waits for a second person: the same ones for every kind. */
export const approvalsApi = injectContract(operatorContract, [
  'getOverview',
  'listWaiting',
  'listApprovals',
  'approve',
  'refuseApproval',
]);

export type PastApproval = OutputOf<'operator', 'listApprovals'>['approvals'][number];
export type Waiting = OutputOf<'operator', 'listWaiting'>['waiting'][number];
