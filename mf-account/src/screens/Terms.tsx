import { useTranslation } from 'react-i18next';
import { DocumentScreen } from '../documents/DocumentScreen.tsx';

/** `/terms`, open to visitors. */
export function Component() {
  const { t } = useTranslation('account');
  return <DocumentScreen document="terms" title={t('terms.title')} />;
}
