import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls that say what happened to a member. */
export const historyApi = injectContract(operatorContract, ['getMemberTimeline', 'getMemberEquation']);
