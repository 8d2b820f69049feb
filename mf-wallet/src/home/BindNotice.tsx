import { Button, LinkButton, Notice } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { shieldIcon } from '../icons.ts';

/** Put aside for as long as the page is open: the next visit reminds again. */
let putAside = false;

/** Google Authenticator is not bound: the way there, or not now. */
export function BindNotice() {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { data: profile } = walletApi.useGetProfileQuery({});
  const [hidden, setHidden] = useState(putAside);
  if (hidden || profile === undefined || profile.googleBound) return null;
  const cancel = () => {
    putAside = true;
    setHidden(true);
  };
  return (
    <Notice
      tone="warning"
      icon={shieldIcon}
      title={errorText('twofactor.required')}
      action={
        <>
          <LinkButton to="/account/googleAuth" size="small">
            {t('bind.go')}
          </LinkButton>
          <Button size="small" kind="quiet" onClick={cancel}>
            {t('bind.cancel')}
          </Button>
        </>
      }
    >
      {t('bind.text')}
    </Notice>
  );
}
