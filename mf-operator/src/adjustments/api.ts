import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about corrections of the team bonus and what is held of it; each look at the latter is in the audit log. */
export const adjustmentsApi = injectContract(operatorContract, [
  'askBonusCorrection',
  'listBonusHolds',
  'holdBonus',
  'releaseBonusHold',
]);
