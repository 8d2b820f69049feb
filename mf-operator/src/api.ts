import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls of the API that this feature makes. */
export const operatorApi = injectContract(operatorContract, [
  'logIn',
  'openEnrolment',
  'confirmEnrolment',
  'listAudit',
  'countAudit',
  'checkAuditChain',
  'listReleases',
  'getReleaseHealth',
  'getReleaseHistory',
  'activateRelease',
  'rollOutRelease',
  'pinRelease',
  'unpinRelease',
  'raiseReleaseFloor',
  'rollBackRelease',
  'switchFeatureOff',
  'switchFeatureOn',
  'getIncidentLog',
  'getPayoutFreeze',
  'freezePayouts',
  'askUnfreeze',
]);
