import { operatorContract } from '@trellis/api-contract/operator';
import { Button, Notice } from '@trellis/kit';
import { logOut, useErrorText } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logOutIcon } from '../icons.ts';

/** Ends the session. Without an answer from the server it goes on, and that is said. */
export function LogOut({ size }: { size?: 'small' }) {
  const { t } = useTranslation('operator');
  const errorText = useErrorText();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  const end = async () => {
    setWorking(true);
    setError(undefined);
    const failure = await logOut(operatorContract);
    setWorking(false);
    if (failure) setError(errorText(failure));
  };
  return (
    <>
      {error !== undefined && <Notice tone="negative" urgent title={error} />}
      <Button kind="quiet" {...(size && { size })} icon={logOutIcon} busy={working} onClick={() => void end()}>
        {t('home.logOut')}
      </Button>
    </>
  );
}
