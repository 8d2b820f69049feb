import { Button } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { safeNext } from '../router/access.ts';
import { OutsidePage } from './OutsidePage.tsx';

/** The page did something wrong: also shown when the shell itself throws. */
export function ShellErrorPage() {
  const { t } = useTranslation('shell');
  return <FaultPage title={t('error.title')} text={t('error.text')} />;
}

/** The server did something wrong: it could not make a document, or not say who is logged in. */
export function ServerErrorPage() {
  const { t } = useTranslation('shell');
  return <FaultPage title={t('serverError.title')} text={t('serverError.text')} />;
}

/** Its button opens a new document: after a fault of the shell nothing in this one can be trusted. */
function FaultPage({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('shell');
  // A redirect keeps the fragment, and in it what a link from a mail carries.
  const { search, hash } = window.location;
  const start = () => window.location.assign(safeNext(new URLSearchParams(search).get('next'), false) + hash);
  return (
    <OutsidePage title={title}>
      <p>{text}</p>
      <Button onClick={start}>{t('error.start')}</Button>
    </OutsidePage>
  );
}
