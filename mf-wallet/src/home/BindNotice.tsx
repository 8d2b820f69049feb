import { Button, LinkButton, Notice } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { shieldIcon } from '../icons.ts';

/** Google Authenticator is not bound: the way there, or not now. */
export function BindNotice({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  return (
    <Notice
      tone="warning"
      icon={shieldIcon}
      title={errorText('twofactor.required')}
      action={
        <>
          <LinkButton to="/account/googleAuth?next=%2Fwallet" size="small">
            {t('bind.go')}
          </LinkButton>
          <Button size="small" kind="quiet" onClick={onCancel}>
            {t('bind.cancel')}
          </Button>
        </>
      }
    />
  );
}
