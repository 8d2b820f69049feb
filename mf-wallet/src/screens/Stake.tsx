import { useTranslation } from 'react-i18next';
import { NotOpenScreen } from './NotOpenScreen.tsx';

/** `/wallet/stake`, not open yet. */
export function Component() {
  const { t } = useTranslation('wallet');
  return <NotOpenScreen title={t('stake.title')} text={t('stake.notOpen')} />;
}
