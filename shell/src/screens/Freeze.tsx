import { Button, Card, EntryScreen, Hint, LinkButton, Notice } from '@trellis/kit';
import { Done } from '@trellis/kit/form';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accessApi } from '../signup/accessApi.ts';
import { linkToken } from '../signup/mailLink.ts';

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
    <EntryScreen title={t('freeze.title')}>
      {isSuccess ? (
        <>
          <Done title={t('freeze.done')} text={t('freeze.doneText')} />
          <LinkButton to="/forgetPassword">{t('freeze.newPassword')}</LinkButton>
        </>
      ) : (
        <Card>
          <Hint>{t('freeze.text')}</Hint>
          {(error !== undefined || token === undefined) && (
            <Notice tone="negative" urgent>
              {errorText(error ?? 'code.invalid_or_expired')}
            </Notice>
          )}
          {token !== undefined && (
            <Button kind="danger" busy={isLoading} onClick={() => void freeze({ token })}>
              {t('freeze.submit')}
            </Button>
          )}
          <LinkButton kind="quiet" to="/login">
            {t('freeze.itWasMe')}
          </LinkButton>
        </Card>
      )}
    </EntryScreen>
  );
}
