import { rejectionCauseTexts } from '@trellis/api-contract';
import { Chip } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { statusText, statusTone, stepText, type Withdrawal } from './withdrawalTexts.ts';

/**
 * Where a withdrawal stands: in the words of the specification, and between two of them in its own. What its owner called
 * back was refused by nobody.
 */
export function StatusChip({
  withdrawal: { status, step, cause },
}: {
  withdrawal: Pick<Withdrawal, 'status' | 'step' | 'cause'>;
}) {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  if (cause === 'cancelled') return <Chip tone="neutral">{rejectionCauseTexts.cancelled[language]}</Chip>;
  if (step === 'approved' || step === 'sent') return <Chip tone="primary">{t(stepText[step])}</Chip>;
  return <Chip tone={statusTone[status]}>{t(statusText[status])}</Chip>;
}
