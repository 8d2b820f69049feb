import { SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { operatorApi } from '../api.ts';
import { Console } from '../frame/Console.tsx';
import { isUnknown, Unknown } from '../frame/Unknown.tsx';
import { MemberPage } from '../members/MemberPage.tsx';

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
  if (isUnknown(query.error)) return <Unknown text={t('members.nobody')} to="/members" way={t('place.members')} />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {(member) => <MemberPage member={member} />}
    </Loaded>
  );
}
