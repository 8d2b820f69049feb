import { suspensionCauseTexts } from '@trellis/api-contract';
import { LinkButton, Notice, useDates } from '@trellis/kit';
import { useErrorText, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { lockIcon } from '../icons.ts';

/** The account is suspended: why, since when, what stays possible, and the way to the support. */
export function SuspensionNotice({ textId }: { textId?: string }) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const [language] = useLanguage();
  const { data } = walletApi.useGetProfileQuery({});
  const told = data?.suspension;
  return (
    <Notice
      tone="negative"
      icon={lockIcon}
      urgent
      {...(textId !== undefined && { textId })}
      title={errorText('member.suspended')}
      action={
        <LinkButton to="/consulation" size="small">
          {t('suspended.support')}
        </LinkButton>
      }
    >
      {told && (
        <>
          {t('suspended.reason', { reason: suspensionCauseTexts[told.cause][language], since: dateTime(told.since) })}
          <br />
        </>
      )}
      {t('suspended.text')}
    </Notice>
  );
}
