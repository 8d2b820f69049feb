import { Button, LinkButton, Screen } from '@trellis/kit';
import { Done } from '@trellis/kit/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InquiryForm } from '../inquiries/InquiryForm.tsx';
import { InquiryList } from '../inquiries/InquiryList.tsx';

/** `/consulation`: ask our support, and what was asked before. Open to suspended members, too. */
export function Component() {
  const { t } = useTranslation('account');
  const [sentId, setSentId] = useState<string>();
  return (
    <Screen title={t('consulation.title')} back="/account">
      {sentId === undefined ? (
        <InquiryForm onSent={setSentId} />
      ) : (
        <>
          <Done title={t('consulation.sent')} text={t('consulation.sentText')} />
          <LinkButton to={`/consulation/detail/${sentId}`}>{t('consulation.openSent')}</LinkButton>
          <Button kind="quiet" onClick={() => setSentId(undefined)}>
            {t('consulation.another')}
          </Button>
        </>
      )}
      <InquiryList />
    </Screen>
  );
}
