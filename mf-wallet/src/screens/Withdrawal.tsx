import { useTranslation } from 'react-i18next';
import { NotOpenScreen } from './NotOpenScreen.tsx';

/** `/wallet/withdrawal`, not open yet. */
export function Component() {
  const { t } = useTranslation('wallet');
  return <NotOpenScreen title={t('withdrawal.title')} text={t('withdrawal.notOpen')} />;
}
