import { Chip, Pane, Row, Rows, Screen, Section } from '@trellis/kit';
import { Loaded, LogOut, SuspensionNotice } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { chatIcon, fileIcon } from '../icons.ts';
import { MembershipCard, ProfileCard, WaitingProfile } from '../profile/ProfileCard.tsx';
import { SecurityNotices, SecurityPlaces } from '../security/SecurityPlaces.tsx';
import { RowEnd } from '../settings/RowEnd.tsx';
import { Settings } from '../settings/Settings.tsx';

/** `/account`: the profile, the settings, and the ways to security, help and documents. */
export function Component() {
  const { t } = useTranslation('account');
  const unread = accountApi.useCountUnreadNoticesQuery({}).data?.unread ?? 0;
  const profile = accountApi.useGetProfileQuery({});
  return (
    <Screen title={t('home.title')} layout="panes">
      <Pane>
        <Loaded query={profile} waiting={<WaitingProfile />}>
          {(data, stamp) => (
            <>
              <ProfileCard profile={data} />
              <SuspensionNotice />
              {profile.error !== undefined && stamp}
            </>
          )}
        </Loaded>
        <SecurityNotices />
        <SecurityPlaces />
        {profile.data && <MembershipCard profile={profile.data} />}
      </Pane>
      <Pane>
        <Settings timeZone={profile.data?.timeZone} />
        <Section title={t('home.help')}>
          <Rows>
            <Row
              to="/notify"
              icon="bell"
              title={t('notify.title')}
              end={<RowEnd>{unread > 0 && <Chip tone="primary">{t('notify.unreadCount', { unread })}</Chip>}</RowEnd>}
            />
            <Row to="/consulation" icon={chatIcon} title={t('consulation.title')} end={<RowEnd />} />
            <Row to="/wallet/records" icon={fileIcon} title={t('home.statements')} end={<RowEnd />} />
            <Row to="/terms" icon={fileIcon} title={t('terms.title')} end={<RowEnd />} />
            <Row to="/termservice" icon={fileIcon} title={t('termservice.title')} end={<RowEnd />} />
          </Rows>
        </Section>
        <LogOut />
      </Pane>
    </Screen>
  );
}
