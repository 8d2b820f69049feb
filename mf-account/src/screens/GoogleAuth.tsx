import { NotOpenYet, Screen } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

/** `/account/googleAuth`, not open yet. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <Screen title={t('googleAuth.title')} back="/account">
      <NotOpenYet text={t('googleAuth.notOpen')} to="/account" linkText={t('home.back')} />
    </Screen>
  );
}
