import { memberContract, suspensionCauseTexts } from '@trellis/api-contract';
import { LinkButton, Notice, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { injectContract } from '../api/injectContract.ts';
import { useErrorText } from '../api/useErrorText.ts';
import { useLanguage } from '../preferences/language.ts';
import { useSession } from './useSession.ts';

const { useGetProfileQuery } = injectContract(memberContract, ['getProfile']);

interface SuspensionNoticeProps {
  /** What stays possible on this screen. */
  readonly children?: ReactNode;
  /** Id of the text, for controls that are disabled because of it. */
  readonly textId?: string;
}

/** Nothing, or for a member who is suspended: why, since when, and the way to the support. */
export function SuspensionNotice({ children, textId }: SuspensionNoticeProps) {
  const { t } = useTranslation('sdk');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const { pathname } = useLocation();
  const [language] = useLanguage();
  const suspended = useSession().member?.suspended === true;
  const { data } = useGetProfileQuery({}, { skip: !suspended });
  if (!suspended) return null;
  const reported = data?.suspension;
  return (
    <Notice
      tone="negative"
      icon={lock}
      urgent
      {...(textId !== undefined && { textId })}
      title={errorText('member.suspended')}
      // Where the support is asked there is no way to it.
      action={
        pathname.startsWith('/consulation') ? undefined : (
          <LinkButton to="/consulation" size="small">
            {t('suspended.support')}
          </LinkButton>
        )
      }
    >
      {reported &&
        t('suspended.reason', {
          reason: suspensionCauseTexts[reported.cause][language],
          since: dateTime(reported.since),
        })}
      {reported && children !== undefined && <br />}
      {children}
    </Notice>
  );
}

const lock = {
  path: 'M7 10.5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM8 10.5V8a4 4 0 0 1 8 0v2.5',
};
