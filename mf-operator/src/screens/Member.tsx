import { Card, Empty, Hint, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Console } from '../frame/Console.tsx';
import { isUnknown, Unknown } from '../frame/Unknown.tsx';
import { membersIcon } from '../icons.ts';
import { membersApi } from '../members/api.ts';
import { MemberPage } from '../members/MemberPage.tsx';
import { useMay } from '../roles/useMay.ts';

/** `/members/:username`: one member as an operator sees them, and what can be done for them. */
export function Component() {
  const { t } = useTranslation('operator');
  const { username = '' } = useParams();
  const may = useMay('members');
  return (
    <Console title={t('members.one')} back="/members">
      <Hint>{t('members.logged')}</Hint>
      {may ? (
        <Read username={username} />
      ) : (
        <Card>
          <Empty icon={membersIcon} text={t('members.notYours')} />
        </Card>
      )}
    </Console>
  );
}

function Read({ username }: { username: string }) {
  const { t } = useTranslation('operator');
  const query = membersApi.useGetMemberQuery({ username });
  if (isUnknown(query.error))
    return <Unknown icon={membersIcon} text={t('members.nobody')} to="/members" way={t('place.members')} />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {(member) => <MemberPage member={member} />}
    </Loaded>
  );
}
