import { Sheet, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { RecordDetails } from './RecordDetails.tsx';
import { kindText } from './RecordList.tsx';

/** One record over the list that it stands in. */
export function RecordSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  const query = walletApi.useGetRecordQuery({ id });
  return (
    <Sheet title={query.data ? t(kindText(query.data.kind)) : t('record.detail')} onClose={onClose}>
      <Loaded query={query} waiting={<SkeletonCard />}>
        {(record) => <RecordDetails record={record} />}
      </Loaded>
    </Sheet>
  );
}
