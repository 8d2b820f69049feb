import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about rates; the approval of one that waits is given under Approvals. */
export const ratesApi = injectContract(operatorContract, ['listRates', 'getRateHistory', 'setRate']);
