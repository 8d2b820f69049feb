import { Card, Empty, LinkButton, Screen } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

/** `/notify/detail/:id`: with no notification written yet, no id can be found. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <Screen title={t('notify.title')} back="/notify">
      <Card>
        <Empty
          icon="bell"
          text={t('notify.unknown')}
          action={
            <LinkButton to="/notify" kind="quiet" size="small">
              {t('notify.back')}
            </LinkButton>
          }
        />
      </Card>
    </Screen>
  );
}
