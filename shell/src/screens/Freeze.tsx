import { Button, EntryScreen, LinkButton, Notice } from '@trellis/kit';
import { Done } from '@trellis/kit/form';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accessApi } from '../signup/accessApi.ts';
import { linkToken } from '../signup/mailLink.ts';
import { DeadLink, isUseless } from './DeadLink.tsx';
import { EntryFoot } from './EntryFoot.tsx';

/**
 * `/freeze`, from the mail about a new device: one tap stops the account. Never by merely opening the page, which mail
 * programs do by themselves.
 */
export function Component() {
  const { t } = useTranslation('access');
  const errorText = useErrorText();
  const [freeze, { isLoading, isSuccess, error }] = accessApi.useFreezeAccountMutation();
  const token = linkToken();
  return (
    <EntryScreen title={t('freeze.title')} foot={<EntryFoot />}>
      {isSuccess ? (
        <>
          <Done title={t('freeze.done')} text={t('freeze.doneText')} />
          <LinkButton to="/forgetPassword">{t('freeze.newPassword')}</LinkButton>
        </>
      ) : token === undefined || isUseless(error) ? (
        <DeadLink />
      ) : (
        <>
          <p>{t('freeze.text')}</p>
          {error && (
            <Notice tone="negative" urgent>
              {errorText(error)}
            </Notice>
          )}
          <Button kind="danger" busy={isLoading} onClick={() => void freeze({ token })}>
            {t('freeze.submit')}
          </Button>
          <LinkButton kind="outlined" to="/login">
            {t('freeze.itWasMe')}
          </LinkButton>
        </>
      )}
    </EntryScreen>
  );
}
