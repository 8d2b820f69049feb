import type { Output } from '@trellis/api-contract';
import { LinkButton, Notice, Row, Rows, Section, useDates } from '@trellis/kit';
import { useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { bookIcon, deviceIcon, keyIcon, lockIcon, mailIcon, shieldIcon } from '../icons.ts';
import { RowEnd } from '../settings/RowEnd.tsx';
import { FactorReset } from './FactorReset.tsx';

/** What the member should do or know about their account's security. */
export function SecurityNotices() {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { data } = accountApi.useGetSecurityQuery({});
  const suspended = useSession().member?.suspended === true;
  if (!data) return null;
  return (
    <>
      {data.lock && <Notice tone="warning">{t('security.locked', { until: dateTime(data.lock.until) })}</Notice>}
      {data.factorReset && <FactorReset dueAt={data.factorReset.dueAt} />}
      {data.google.boundAt === null && !data.lock && !suspended && (
        <Notice
          tone="warning"
          icon={shieldIcon}
          title={t('security.level', { done: protections(data), all: 3 })}
          action={
            <LinkButton to="/account/googleAuth" size="small">
              {t('security.setUp')}
            </LinkButton>
          }
        >
          {t('security.addGoogle')}
        </Notice>
      )}
    </>
  );
}

/** The ways to what keeps the account the member's, with the state of each. */
export function SecurityPlaces() {
  const { t } = useTranslation('account');
  const { data } = accountApi.useGetSecurityQuery({});
  const bound = data && data.google.boundAt !== null;
  return (
    <Section title={t('home.security')}>
      <Rows>
        <Row
          to="/account/googleAuth"
          icon={shieldIcon}
          tone={bound === false ? 'warning' : undefined}
          title={t('googleAuth.title')}
          {...(data && {
            end: <RowEnd value={t(bound ? 'google.on' : 'google.off')} />,
          })}
        />
        <Row
          to="/account/passkeys"
          icon={keyIcon}
          title={t('passkeys.title')}
          {...(data && {
            end: <RowEnd value={data.passkeys.length === 0 ? t('passkeys.noneYet') : data.passkeys.length} />,
          })}
        />
        <Row to="/account/password" icon={lockIcon} title={t('password.title')} end={<RowEnd />} />
        <Row to="/account/email" icon={mailIcon} title={t('email.title')} end={<RowEnd />} />
        <Row to="/account/addresses" icon={bookIcon} title={t('addresses.title')} end={<RowEnd />} />
        <Row to="/account/devices" icon={deviceIcon} title={t('devices.title')} end={<RowEnd />} />
        <Row
          to="/account/antiPhishing"
          icon={shieldIcon}
          title={t('phishing.title')}
          end={<RowEnd />}
          {...(data && { detail: data.antiPhishingCode ?? t('phishing.none') })}
        />
      </Rows>
    </Section>
  );
}

/** How many hold of what a member can add: the authenticator, a passkey, the code in our mails. */
const protections = ({ google, passkeys, antiPhishingCode }: Output<'getSecurity'>): number =>
  [google.boundAt !== null, passkeys.length > 0, antiPhishingCode !== null].filter(Boolean).length;
