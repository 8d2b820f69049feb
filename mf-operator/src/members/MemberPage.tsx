import { TextLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { MemberFile } from '../api.ts';
import { Equation } from '../history/Equation.tsx';
import { Timeline } from '../history/Timeline.tsx';
import { useMay } from '../roles/useMay.ts';
import { Balances } from './Balances.tsx';
import { MemberActions } from './MemberActions.tsx';
import { MemberHead } from './MemberHead.tsx';
import * as styles from './Members.module.css';
import { Reset } from './Reset.tsx';
import { Suspensions } from './Suspensions.tsx';

/** All that an operator sees of one member, and what they may do for them. */
export function MemberPage({ member }: { member: MemberFile }) {
  return (
    <>
      <div className={styles.file}>
        <MemberHead member={member} />
        <div className={styles.column}>
          <Balances balances={member.balances} />
          <Equation username={member.username} />
        </div>
      </div>
      <MemberActions member={member} />
      {member.factorReset !== null && <Reset reset={member.factorReset} />}
      <Suspensions suspensions={member.suspensions} />
      <Timeline username={member.username} />
      <Ways username={member.username} />
    </>
  );
}

/** What else there is of this member. */
function Ways({ username }: { username: string }) {
  const { t } = useTranslation('operator');
  const [maySupport, mayBooks] = [useMay('support'), useMay('books')];
  const query = new URLSearchParams({ username });
  return (
    <span className={styles.ways}>
      {mayBooks && <TextLink to={`/withdrawals?${query}`}>{t('members.withdrawals')}</TextLink>}
      {mayBooks && <TextLink to={`/deposits?state=credited&${query}`}>{t('deposits.ofMember')}</TextLink>}
      {maySupport && <TextLink to={`/inquiries?view=all&${query}`}>{t('members.inquiries')}</TextLink>}
    </span>
  );
}
