import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import * as styles from './EntryFoot.module.css';
import { ReadingOptions } from './ReadingOptions.tsx';

/** Below every page outside a session: what somebody needs before they can read it, and what they may want to read. */
export function EntryFoot() {
  const { t } = useTranslation('shell');
  return (
    <>
      <ReadingOptions />
      <p className={styles.links}>
        <Link to="/terms">{t('newTerms.terms')}</Link>
        <Link to="/termservice">{t('newTerms.termservice')}</Link>
      </p>
    </>
  );
}
