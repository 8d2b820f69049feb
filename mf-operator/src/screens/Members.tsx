import { Card, Empty, Hint } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { FindAnything } from '../find/FindAnything.tsx';
import { Console } from '../frame/Console.tsx';
import { membersIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';

/** `/members`: finds members and whatever is theirs by exactly what somebody has in hand. */
export function Component() {
  const { t } = useTranslation('operator');
  const may = useMay('members');
  return (
    <Console title={t('find.title')}>
      <Hint>{t('members.logged')}</Hint>
      {may ? (
        <FindAnything />
      ) : (
        <Card>
          <Empty icon={membersIcon} text={t('members.notYours')} />
        </Card>
      )}
    </Console>
  );
}
