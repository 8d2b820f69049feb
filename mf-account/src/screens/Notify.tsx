import { Card, Empty, Screen } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

/** `/notify`: no notification is written yet, so the list is truly empty. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <Screen title={t('notify.title')} back="/account">
      <Card>
        <Empty icon="bell" text={t('notify.empty')} />
      </Card>
    </Screen>
  );
}
