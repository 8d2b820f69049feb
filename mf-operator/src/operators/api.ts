import type { OutputOf } from '@trellis/api-contract';
import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about operators. */
export const operatorsApi = injectContract(operatorContract, [
  'listOperators',
  'getOperator',
  'inviteOperator',
  'changeOperatorRoles',
  'suspendOperator',
  'restoreOperator',
  'endOperatorSessions',
]);

export type ListedOperator = OutputOf<'operator', 'listOperators'>['operators'][number];
export type OperatorFile = OutputOf<'operator', 'getOperator'>;
