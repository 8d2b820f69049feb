import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about pools, and what is held against what is owed. */
export const solvencyApi = injectContract(operatorContract, [
  'getSolvency',
  'listPools',
  'poolCalendar',
  'askPoolFunding',
]);
