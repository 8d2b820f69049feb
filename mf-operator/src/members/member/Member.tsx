import { SkeletonCard, TextLink } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type MemberDetails, operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import * as layout from '../../frame/Layout.module.css';
import { isUnknown, Unknown } from '../../frame/Unknown.tsx';
import { useMay } from '../../frame/useMay.ts';
import { Equation } from '../history/Equation.tsx';
import { Timeline } from '../history/Timeline.tsx';
import { MemberActions } from './MemberActions.tsx';
import { Balances, MemberHead } from './MemberHead.tsx';
import { Reset } from './Reset.tsx';
import { Suspensions } from './Suspensions.tsx';

/** `/members/:username`: one member as an operator sees them, and what can be done for them. */
export function Component() {
  const { t } = useTranslation('operator');
  const { username = '' } = useParams();
  return (
    <Console screen="member" title={t('members.one')} back="/members" text={t('members.logged')}>
      <Read username={username} />
    </Console>
  );
}

function Read({ username }: { username: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetMemberQuery({ username });
  if (isUnknown(query.error)) return <Unknown text={t('members.nobody')} to="/members" />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {(member) => <MemberPage member={member} />}
    </Loaded>
  );
}

/** All that an operator sees of one member, and what they may do for them. */
function MemberPage({ member }: { member: MemberDetails }) {
  return (
    <>
      <div className={layout.file}>
        <div className={layout.column}>
          <MemberHead member={member} />
          <MemberActions member={member} />
          {member.factorReset !== null && <Reset reset={member.factorReset} />}
          <Suspensions suspensions={member.suspensions} />
        </div>
        <div className={layout.column}>
          <Balances balances={member.balances} />
          <Equation username={member.username} />
        </div>
      </div>
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
    <span className={layout.ways}>
      {mayBooks && <TextLink to={`/withdrawals?${query}`}>{t('members.withdrawals')}</TextLink>}
      {mayBooks && <TextLink to={`/deposits?state=credited&${query}`}>{t('deposits.ofMember')}</TextLink>}
      {maySupport && <TextLink to={`/inquiries?view=all&${query}`}>{t('members.inquiries')}</TextLink>}
    </span>
  );
}
