import { Notice } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { useSessionOver } from './useSession.ts';

/** On a log-in page: why who was logged in a moment ago is not any more. */
export function SessionOver() {
  const { t } = useTranslation('sdk');
  const over = useSessionOver();
  if (over === undefined) return null;
  return (
    <Notice tone="warning" urgent title={t(`session.${over}`)}>
      {t(`session.${over}Text`)}
    </Notice>
  );
}
