import type { AuditAction } from '@trellis/api-contract/operator';
import { useTranslation } from 'react-i18next';
import { textKey, useHasText } from '../texts/textKey.ts';

/** An action of the audit log in the reader’s words; one that this page does not know yet as the log names it. */
export function ActionName({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const hasText = useHasText();
  if (hasText('audit.action', name)) return t(textKey<'audit.action', AuditAction>('audit.action', name));
  return <span translate="no">{name}</span>;
}
