import type { Output } from '@trellis/api-contract';
import { Card, Chip, Code, Person, Summary, TextLink, useCopy, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import * as styles from './ProfileCard.module.css';

/** Who the member is, since when, and the code they invite with. */
export function ProfileCard({ profile }: { profile: Output<'getProfile'> }) {
  const { t } = useTranslation('account');
  const { date } = useDates();
  const copy = useCopy();
  const { username, email, memberSince, invitationCode, suspended } = profile;
  return (
    <section className={styles.who} aria-label={t('profile.label')}>
      <div className={styles.profile}>
        <Person name={username} size="large" />
        <p className={styles.names}>
          <strong className={styles.name} translate="no">
            {username}
          </strong>
          <small translate="no">{email}</small>
        </p>
        {suspended && <Chip tone="negative">{t('profile.suspended')}</Chip>}
      </div>
      <Card>
        <Summary
          rows={[
            { label: t('profile.since'), value: date(memberSince) },
            {
              label: t('profile.invitationCode'),
              value: <Code>{invitationCode}</Code>,
            },
          ]}
        />
        <TextLink onClick={() => void copy(invitationCode, t('profile.copied'))}>{t('profile.copyCode')}</TextLink>
      </Card>
    </section>
  );
}
