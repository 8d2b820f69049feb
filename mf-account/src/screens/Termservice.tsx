import { useTranslation } from 'react-i18next';
import { DocumentScreen } from '../documents/DocumentScreen.tsx';

/** `/termservice`, open to visitors. */
export function Component() {
  const { t } = useTranslation('account');
  return <DocumentScreen document="termservice" title={t('termservice.title')} />;
}
