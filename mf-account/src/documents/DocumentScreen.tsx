import { Card, Empty, Screen, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { fileIcon } from '../icons.ts';

/** A document of the operator's that is not published yet. Also read by visitors, on their way to registration. */
export function DocumentScreen({ title }: { title: string }) {
  const { t } = useTranslation('account');
  const { member } = useSession();
  return (
    <Screen title={title} back={member === null ? '/signup' : '/account'}>
      <Card>
        <Empty icon={fileIcon} text={t('document.notPublished')} />
      </Card>
    </Screen>
  );
}
