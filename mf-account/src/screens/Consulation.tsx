import { NotOpenYet, Screen } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

/** `/consulation`, not open yet. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <Screen title={t('consulation.title')} back="/account">
      <NotOpenYet text={t('consulation.notOpen')} to="/account" linkText={t('home.back')} />
    </Screen>
  );
}
