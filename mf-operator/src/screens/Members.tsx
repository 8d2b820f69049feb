import { Card, Empty, Hint } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { membersIcon } from '../icons.ts';
import { FindMember } from '../members/FindMember.tsx';
import { useMay } from '../roles/useMay.ts';

/** `/members`: finds one member by exactly their username or e-mail address. */
export function Component() {
  const { t } = useTranslation('operator');
  const may = useMay('members');
  return (
    <Console title={t('members.title')}>
      <Hint>{t('members.logged')}</Hint>
      {may ? (
        <FindMember />
      ) : (
        <Card>
          <Empty icon={membersIcon} text={t('members.notYours')} />
        </Card>
      )}
    </Console>
  );
}
