import { Chip } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { QueueRow } from '../api.ts';
import { textKey } from '../texts/textKey.ts';
import { stepTones } from './withdrawalTexts.ts';

/** Where a withdrawal stands. What its owner called back was refused by nobody. */
export function StepChip({ of: { step, cause } }: { of: Pick<QueueRow, 'step' | 'cause'> }) {
  const { t } = useTranslation('operator');
  return cause === 'cancelled' ? (
    <Chip tone="neutral">{t('withdrawals.cancelled')}</Chip>
  ) : (
    <Chip tone={stepTones[step]}>{t(textKey('withdrawals.step', step))}</Chip>
  );
}
