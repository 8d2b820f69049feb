import { type OperatorPolicy, type OperatorRole, operatorPolicies } from '@trellis/api-contract/operator';
import { useOperator } from '@trellis/shell-sdk';

/** Whether the operator's roles let them do what stands under a policy. The server decides; this only saves the way. */
export function useMay(policy: OperatorPolicy): boolean {
  const allowed: readonly OperatorRole[] = operatorPolicies[policy];
  return useOperator()?.roles.some((role) => allowed.includes(role)) ?? false;
}
