import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about fees that go back; each look at one is in the audit log. */
export const feeReturnsApi = injectContract(operatorContract, ['getFee', 'askFeeReturn']);
