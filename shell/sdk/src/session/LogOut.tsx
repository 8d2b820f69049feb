import { memberContract } from '@trellis/api-contract';
import { Button, Notice, Row, Rows, Sheet } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../api/useErrorText.ts';
import { logOut } from './access.ts';

/** Logs out after a confirmation. Without an answer from the server the session goes on, and the sheet says so. */
export function LogOut() {
  const { t } = useTranslation('sdk');
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setWorking(true);
    setError(undefined);
    const failure = await logOut(memberContract);
    setWorking(false);
    if (failure) setError(errorText(failure));
  };
  return (
    <>
      <Rows>
        <Row icon={logOutIcon} tone="negative" title={t('logOut.button')} onOpen={() => setAsking(true)} />
      </Rows>
      {asking && (
        <Sheet title={t('logOut.title')} dismissible={!working} onClose={() => setAsking(false)}>
          <p>{t('logOut.text')}</p>
          {error !== undefined && <Notice tone="negative" urgent title={error} />}
          <Button busy={working} onClick={() => void confirm()}>
            {t('logOut.button')}
          </Button>
        </Sheet>
      )}
    </>
  );
}

const logOutIcon = { path: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9' };
