import { type Output, suspensionCauseTexts } from '@trellis/api-contract';
import { LinkButton, Notice, useDates } from '@trellis/kit';
import { useErrorText, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { shieldIcon } from '../icons.ts';

type Suspension = NonNullable<Output<'getProfile'>['suspension']>;

/** The account is suspended: why, since when, and the way to the support. */
export function SuspensionNotice({ suspension }: { suspension: Suspension | null | undefined }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const [language] = useLanguage();
  return (
    <Notice
      tone="negative"
      icon={shieldIcon}
      urgent
      title={errorText('member.suspended')}
      action={
        <LinkButton to="/consulation" size="small">
          {t('suspended.support')}
        </LinkButton>
      }
    >
      {suspension &&
        t('suspended.reason', {
          reason: suspensionCauseTexts[suspension.cause][language],
          since: dateTime(suspension.since),
        })}
    </Notice>
  );
}
