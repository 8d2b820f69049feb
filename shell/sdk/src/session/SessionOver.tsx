import { Notice } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { useSessionOver } from './useSession.ts';

const texts = {
  ended: { title: 'session.ended', text: 'session.endedText' },
  unkept: { title: 'session.unkept', text: 'session.unkeptText' },
} as const;

/** On a log-in page: why who was logged in a moment ago is not any more. */
export function SessionOver() {
  const { t } = useTranslation('sdk');
  const over = useSessionOver();
  if (over === undefined) return null;
  const { title, text } = texts[over];
  return (
    <Notice tone="warning" urgent title={t(title)}>
      {t(text)}
    </Notice>
  );
}
