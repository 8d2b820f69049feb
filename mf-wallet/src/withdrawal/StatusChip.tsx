import { rejectionCauseTexts } from '@trellis/api-contract';
import { Chip } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { statusText, statusTone, type Withdrawal } from './withdrawalTexts.ts';

/** Where a withdrawal stands. What its owner called back was refused by nobody. */
export function StatusChip({ withdrawal: { status, cause } }: { withdrawal: Pick<Withdrawal, 'status' | 'cause'> }) {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  return cause === 'cancelled' ? (
    <Chip tone="neutral">{rejectionCauseTexts.cancelled[language]}</Chip>
  ) : (
    <Chip tone={statusTone[status]}>{t(statusText[status])}</Chip>
  );
}
