import { Card, Empty, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Console } from '../frame/Console.tsx';
import { isUnknown, Unknown } from '../frame/Unknown.tsx';
import { operatorsIcon } from '../icons.ts';
import { operatorsApi } from '../operators/api.ts';
import { OperatorPage } from '../operators/OperatorPage.tsx';
import { useMay } from '../roles/useMay.ts';

/** `/operators/:name`: one operator, their sessions, and what an admin does with them. */
export function Component() {
  const { t } = useTranslation('operator');
  const { name = '' } = useParams();
  const may = useMay('audit');
  return (
    <Console title={t('operators.one')} back="/operators">
      {may ? (
        <Read name={name} />
      ) : (
        <Card>
          <Empty icon={operatorsIcon} text={t('operators.notYours')} />
        </Card>
      )}
    </Console>
  );
}

function Read({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const query = operatorsApi.useGetOperatorQuery({ name });
  if (isUnknown(query.error))
    return <Unknown icon={operatorsIcon} text={t('operators.unknown')} to="/operators" way={t('operators.title')} />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {(file) => <OperatorPage file={file} />}
    </Loaded>
  );
}
