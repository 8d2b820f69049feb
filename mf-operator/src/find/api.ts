import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** Finding by exactly what somebody has in hand. */
export const findApi = injectContract(operatorContract, ['findAnything']);
