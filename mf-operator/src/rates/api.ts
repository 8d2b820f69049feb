import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about rates; the yes to one that waits is given under Approvals. */
export const ratesApi = injectContract(operatorContract, ['listRates', 'getRateHistory', 'setRate']);
