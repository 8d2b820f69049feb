import { LinkButton, Notice } from '@trellis/kit';
import { type CallError, failureOf } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

/** A link from a mail that can no longer be used, or came cut off: what its reader can still do. */
export function DeadLink() {
  const { t } = useTranslation('access');
  return (
    <>
      <Notice tone="negative" urgent>
        {t('setPassword.expired')}
      </Notice>
      <p>{t('deadLink.text')}</p>
      <LinkButton to="/forgetPassword">{t('freeze.newPassword')}</LinkButton>
    </>
  );
}

/** Whether a call refused what its link brought, which trying again does not change. */
export function isUseless(error: CallError | undefined): boolean {
  const failure = error && failureOf(error);
  return failure?.kind === 'problem' && failure.problem.code === 'code.invalid_or_expired';
}
