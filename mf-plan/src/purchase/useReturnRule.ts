import { useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';

/** Whether it can be taken back: until when the law of the reader's country says so, and else not. */
export function useReturnRule(): (cancelUntil: string | null) => string {
  const { t } = useTranslation('plan');
  const { dateTime } = useDates();
  return (cancelUntil) =>
    cancelUntil === null ? t('package.noReturn') : t('package.cancelUntil', { until: dateTime(cancelUntil) });
}
