import { Button, EntryScreen } from '@trellis/kit';
import { useTranslation } from 'react-i18next';

/** The page did something wrong: also shown when the shell itself throws. */
export function ShellErrorPage() {
  const { t } = useTranslation('shell');
  return <FaultPage title={t('error.title')} text={t('error.text')} />;
}

/** The server did something wrong. */
export function ServerErrorPage() {
  const { t } = useTranslation('shell');
  return <FaultPage title={t('serverError.title')} text={t('serverError.text')} />;
}

/** Its button opens a new document: after a fault of the shell nothing in this one can be trusted. */
function FaultPage({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('shell');
  return (
    <EntryScreen title={title}>
      <p>{text}</p>
      <Button onClick={() => window.location.assign('/')}>{t('error.start')}</Button>
    </EntryScreen>
  );
}
