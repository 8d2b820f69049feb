import { LinkButton, Notice } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { changeAddress } from './steps.ts';

/** In the place of an invitation that is none, or is no longer. */
export function UnknownInvitation() {
  const { t } = useTranslation('access');
  return (
    <Notice
      tone="warning"
      urgent
      title={t('invite.unknown')}
      action={
        <LinkButton size="small" to={changeAddress}>
          {t('invite.otherCode')}
        </LinkButton>
      }
    >
      {t('invite.unknownText')}
    </Notice>
  );
}
