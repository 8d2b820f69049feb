import { Chip, Notice, Row, Rows, Section, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { bookIcon, deviceIcon, keyIcon, mailIcon, shieldIcon } from '../icons.ts';
import { FactorReset } from './FactorReset.tsx';

/** The ways to what keeps the account the member's, with the state of each. */
export function SecurityRows() {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { data } = accountApi.useGetSecurityQuery({});
  const bound = data && data.google.boundAt !== null;
  return (
    <Section title={t('home.security')}>
      {data?.lock && <Notice tone="warning">{t('security.locked', { until: dateTime(data.lock.until) })}</Notice>}
      {data?.factorReset && <FactorReset dueAt={data.factorReset.dueAt} />}
      <Rows>
        <Row
          to="/account/googleAuth"
          icon={shieldIcon}
          title={t('googleAuth.title')}
          {...(data && {
            end: <Chip tone={bound ? 'positive' : 'warning'}>{t(bound ? 'google.on' : 'google.off')}</Chip>,
          })}
        />
        <Row to="/account/passkeys" icon={keyIcon} title={t('passkeys.title')} />
        <Row to="/account/password" icon={keyIcon} title={t('password.title')} />
        <Row to="/account/email" icon={mailIcon} title={t('email.title')} />
        <Row to="/account/addresses" icon={bookIcon} title={t('addresses.title')} />
        <Row to="/account/devices" icon={deviceIcon} title={t('devices.title')} />
        <Row
          to="/account/antiPhishing"
          icon={shieldIcon}
          title={t('phishing.title')}
          {...(data && { detail: data.antiPhishingCode ?? t('phishing.none') })}
        />
      </Rows>
    </Section>
  );
}
