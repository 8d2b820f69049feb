import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about rules; the approval of one that waits is given under Approvals. */
export const rulesApi = injectContract(operatorContract, ['listRules', 'getRuleHistory', 'previewRule', 'setRule']);
