import { useTranslation } from 'react-i18next';
import { NotOpenScreen } from './NotOpenScreen.tsx';

/** `/wallet/exchange`, not open yet. */
export function Component() {
  const { t } = useTranslation('wallet');
  return <NotOpenScreen title={t('exchange.title')} text={t('exchange.notOpen')} />;
}
