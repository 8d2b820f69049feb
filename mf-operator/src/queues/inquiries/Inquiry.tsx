import { SkeletonCard } from '@trellis/kit';
import { Loaded, OlderPages } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { isUnknown, Unknown } from '../../frame/Unknown.tsx';
import { Thread } from './Thread.tsx';

/** `/inquiries/:id`: what one member asked and was answered, and a place to answer. */
export function Component() {
  const { t } = useTranslation('operator');
  const { id = '' } = useParams();
  return (
    <Console screen="inquiry" title={t('inquiries.one', { id })} back="/inquiries">
      <Read id={id} />
    </Console>
  );
}

function Read({ id }: { id: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetMemberInquiryInfiniteQuery({ id });
  if (isUnknown(query.error))
    return <Unknown text={t('inquiries.unknown')} to="/inquiries" way={t('place.inquiries')} />;
  const earlier = <OlderPages query={query} waiting={<SkeletonCard />} more={t('inquiries.earlier')} />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {({ pages }) => <Thread pages={pages} earlier={earlier} />}
    </Loaded>
  );
}
