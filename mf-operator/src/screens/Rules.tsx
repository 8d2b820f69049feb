import { Card, Empty, Hint, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { rulesIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';
import { rulesApi } from '../rules/api.ts';
import { SubjectRows } from '../rules/SubjectRows.tsx';

/** `/rules`: every number that operators set, by what it is about. */
export function Component() {
  const { t } = useTranslation('operator');
  const may = useMay('books');
  return (
    <Console title={t('rules.title')}>
      <Hint>{t('rules.text')}</Hint>
      {may ? (
        <Subjects />
      ) : (
        <Card>
          <Empty icon={rulesIcon} text={t('rules.notYours')} />
        </Card>
      )}
    </Console>
  );
}

function Subjects() {
  const query = rulesApi.useListRulesQuery({});
  return (
    <Loaded query={query} waiting={<SkeletonRows count={8} />}>
      {({ subjects }, stamp) => (
        <>
          {stamp}
          <SubjectRows subjects={subjects} />
        </>
      )}
    </Loaded>
  );
}
