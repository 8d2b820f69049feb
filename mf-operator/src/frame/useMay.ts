import { type OperatorPolicy, type OperatorRole, operatorPolicies } from '@trellis/api-contract/operator';
import { useOperator } from '@trellis/shell-sdk';

/** Whether such roles let somebody do what stands under a policy; without a policy everybody may. */
export function rolesMay(roles: readonly OperatorRole[], policy: OperatorPolicy | undefined): boolean {
  const allowed: readonly OperatorRole[] | undefined = policy && operatorPolicies[policy];
  return allowed === undefined || roles.some((role) => allowed.includes(role));
}

/** Whether the operator may. The server decides; this only saves the way. */
export function useMay(policy: OperatorPolicy): boolean {
  return rolesMay(useOperator()?.roles ?? [], policy);
}
