import { useTranslation } from 'react-i18next';
import { NotOpenScreen } from './NotOpenScreen.tsx';

/** `/wallet/topup`, not open yet. */
export function Component() {
  const { t } = useTranslation('wallet');
  return <NotOpenScreen title={t('topup.title')} text={t('topup.notOpen')} />;
}
