import { SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { isUnknown, Unknown } from '../../frame/Unknown.tsx';
import { OperatorPage } from './OperatorPage.tsx';

/** `/operators/:name`: one operator, their sessions, and what an admin does with them. */
export function Component() {
  const { t } = useTranslation('operator');
  const { name = '' } = useParams();
  return (
    <Console screen="colleague" title={t('operators.one')} back="/operators">
      <Read name={name} />
    </Console>
  );
}

function Read({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetOperatorQuery({ name });
  if (isUnknown(query.error))
    return <Unknown text={t('operators.unknown')} to="/operators" way={t('operators.title')} />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {(file) => <OperatorPage file={file} />}
    </Loaded>
  );
}
