import { SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { Console } from '../frame/Console.tsx';
import { SubjectRows } from '../rules/SubjectRows.tsx';

/** `/rules`: every number that operators set, by what it is about. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="rules" title={t('rules.title')} text={t('rules.text')}>
      <Subjects />
    </Console>
  );
}

function Subjects() {
  const query = operatorApi.useListRulesQuery({});
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
