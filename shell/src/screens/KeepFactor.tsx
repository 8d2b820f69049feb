import { Button, EntryScreen, LinkButton, Notice } from '@trellis/kit';
import { Done } from '@trellis/kit/form';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accessApi } from '../signup/accessApi.ts';
import { linkToken } from '../signup/mailLink.ts';
import { DeadLink, isUseless } from './DeadLink.tsx';
import { EntryFoot } from './EntryFoot.tsx';

/**
 * `/keepFactor`, from the mail that the authenticator is to be removed: one tap stops it. Never by merely opening the
 * page, which mail programs do by themselves.
 */
export function Component() {
  const { t } = useTranslation('access');
  const errorText = useErrorText();
  const [keep, { isLoading, isSuccess, error }] = accessApi.useKeepFactorMutation();
  const token = linkToken();
  return (
    <EntryScreen title={t('keepFactor.title')} foot={<EntryFoot />}>
      {isSuccess ? (
        <>
          <Done title={t('keepFactor.done')} text={t('keepFactor.doneText')} />
          <LinkButton to="/forgetPassword">{t('freeze.newPassword')}</LinkButton>
        </>
      ) : token === undefined || isUseless(error) ? (
        <DeadLink />
      ) : (
        <>
          <p>{t('keepFactor.text')}</p>
          {error && (
            <Notice tone="negative" urgent>
              {errorText(error)}
            </Notice>
          )}
          <Button busy={isLoading} onClick={() => void keep({ token })}>
            {t('keepFactor.submit')}
          </Button>
          <LinkButton kind="outlined" to="/login">
            {t('keepFactor.itWasMe')}
          </LinkButton>
        </>
      )}
    </EntryScreen>
  );
}
