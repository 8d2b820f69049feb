import { NotOpenYet, Screen } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

export function Component() {
  const { t } = useTranslation('shell');
  return (
    <Screen title={t('setPassword.title')} back="/login">
      <NotOpenYet text={t('setPassword.text')} to="/login" linkText={t('notFound.toLogin')} />
    </Screen>
  );
}
