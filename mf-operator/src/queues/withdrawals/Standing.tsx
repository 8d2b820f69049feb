import { Chip, timeText, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { QueueRow } from '../../api.ts';
import { utcText } from '../../frame/Moment.tsx';
import { useMinute } from '../../frame/useMinute.ts';
import { textKey } from '../../texts/textKey.ts';
import { timeLeft } from './timeLeft.ts';
import * as styles from './Withdrawals.module.css';
import { stepTones } from './withdrawalTexts.ts';

/** How long an open withdrawal may still take, and until when; it goes on while the page is open. */
export function Deadline({
  withdrawal: { deadlineAt, paused },
  short,
}: {
  withdrawal: Pick<QueueRow, 'deadlineAt' | 'paused'>;
  /** In a dense row, where the hours that are left say the day. */
  short?: boolean;
}) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { hours, minutes, late, tone } = timeLeft(deadlineAt, useMinute());
  return (
    <>
      <strong className={styles.left} data-tone={tone}>
        {t(late ? 'withdrawals.late' : 'withdrawals.left', { hours, minutes })}
      </strong>
      <small title={`${dateTime(deadlineAt)} · ${utcText(deadlineAt)}`}>
        {short ? timeText(deadlineAt) : t('withdrawals.by', { time: dateTime(deadlineAt) })}
        {paused && ` · ${t('withdrawals.paused')}`}
      </small>
    </>
  );
}

/** Where a withdrawal stands. What its owner called back was refused by nobody. */
export function StepChip({ withdrawal: { step, cause } }: { withdrawal: Pick<QueueRow, 'step' | 'cause'> }) {
  const { t } = useTranslation('operator');
  return cause === 'cancelled' ? (
    <Chip tone="neutral">{t('withdrawals.cancelled')}</Chip>
  ) : (
    <Chip tone={stepTones[step]}>{t(textKey('withdrawals.step', step))}</Chip>
  );
}
