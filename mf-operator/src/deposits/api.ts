import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about deposits of all members. */
export const depositsApi = injectContract(operatorContract, [
  'listAllDeposits',
  'countDeposits',
  'askDepositRelease',
  'askDepositReturn',
  'listChainFaults',
  'lookAgainAtFault',
  'askFaultClosing',
]);
