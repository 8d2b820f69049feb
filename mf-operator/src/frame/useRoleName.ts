import type { OperatorRole } from '@trellis/api-contract/operator';
import { useTranslation } from 'react-i18next';
import { textKey } from '../texts/textKey.ts';

/** What a role is called in the reader's language. */
export function useRoleName(): (role: OperatorRole) => string {
  const { t } = useTranslation('operator');
  return (role) => t(textKey('role', role));
}
