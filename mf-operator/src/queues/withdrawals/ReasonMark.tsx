import { useTranslation } from 'react-i18next';
import { textKey } from '../../texts/textKey.ts';
import * as styles from './Reasons.module.css';
import { isGrave, type Reason } from './reasons.ts';

/** One reason to look twice: its mark, and what it is called. */
export function ReasonMark({ reason, more = 0 }: { reason: Reason; more?: number }) {
  const name = useReasonName();
  return (
    <span className={styles.reason} data-tone={isGrave(reason) ? 'negative' : 'warning'}>
      {name(reason)}
      {more > 0 && ` +${more}`}
    </span>
  );
}

/** What a reason is called in the reader's language. */
export function useReasonName(): (reason: Reason) => string {
  const { t } = useTranslation('operator');
  return (reason) => (reason === 'shared' ? t('withdrawals.shared') : t(textKey('withdrawals.risk', reason)));
}
