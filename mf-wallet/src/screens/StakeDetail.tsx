import { useTranslation } from 'react-i18next';
import { NotOpenScreen } from './NotOpenScreen.tsx';

/** `/wallet/stakeDetail`, not open yet. */
export function Component() {
  const { t } = useTranslation('wallet');
  return <NotOpenScreen title={t('stakeDetail.title')} text={t('stakeDetail.notOpen')} back="/wallet/stake" />;
}
