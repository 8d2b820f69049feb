import type { OperatorRole } from '@trellis/api-contract/operator';
import { useTranslation } from 'react-i18next';

const names = {
  viewer: 'role.viewer',
  support: 'role.support',
  reviewer: 'role.reviewer',
  treasurer: 'role.treasurer',
  releases: 'role.releases',
  auditor: 'role.auditor',
  admin: 'role.admin',
} as const satisfies Record<OperatorRole, string>;

/** What a role is called in the reader's language. */
export function useRoleName(): (role: OperatorRole) => string {
  const { t } = useTranslation('operator');
  return (role) => t(names[role]);
}
