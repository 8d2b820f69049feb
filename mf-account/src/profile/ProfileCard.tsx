import type { Output } from '@trellis/api-contract';
import { Card, Chip, Code, Person, Skeleton, Summary, TextLink, useCopy, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import * as styles from './ProfileCard.module.css';

/** Who the member is. */
export function ProfileCard({ profile }: { profile: Output<'getProfile'> }) {
  const { t } = useTranslation('account');
  const { username, email, suspended } = profile;
  return (
    <section className={styles.profile} aria-label={t('profile.label')}>
      <Person name={username} size="large" />
      <p className={styles.names}>
        <strong className={styles.name} translate="no">
          {username}
        </strong>
        <small translate="no">{email}</small>
      </p>
      {suspended && <Chip tone="negative">{t('profile.suspended')}</Chip>}
    </section>
  );
}

/** In its place while it is on its way; as high. */
export function WaitingProfile() {
  const { t } = useTranslation('kit');
  return (
    <div className={styles.profile} role="status" aria-label={t('waiting')}>
      <Skeleton size="badge" />
      <span className={styles.names}>
        <Skeleton width={0.3} />
      </span>
    </div>
  );
}

/** Since when they are one, and the code they invite with. */
export function MembershipCard({ profile }: { profile: Output<'getProfile'> }) {
  const { t } = useTranslation('account');
  const { date } = useDates();
  const copy = useCopy();
  const { memberSince, invitationCode } = profile;
  return (
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
  );
}
