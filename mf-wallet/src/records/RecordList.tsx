import type { Input, Output, RecordKind } from '@trellis/api-contract';
import { Empty, type IconSource, Row, SignedAmount, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { depositIcon, exchangeIcon, listIcon, openingIcon, withdrawIcon } from '../icons.ts';
import { PagedRows } from './PagedRows.tsx';

type LedgerRecord = Output<'listRecords'>['records'][number];

/** What a kind is called: the names come with the contract. One that is newer than this release has none. */
export const kindText = (kind: RecordKind): string[] => [`record.${kind}`, 'record.other'];

/** Of the kinds that have one of their own; others show which way the money went. */
const kindIcon: Partial<Record<RecordKind, IconSource>> = {
  opening: openingIcon,
  exchange_in: exchangeIcon,
  exchange_out: exchangeIcon,
  correction: listIcon,
};

/** What a list is narrowed to; all without it. */
export type RecordFilter = Pick<Input<'listRecords'>, 'kind' | 'unit' | 'from' | 'to'>;

interface RecordListProps {
  readonly filter?: RecordFilter;
  /** In the place of an empty list. */
  readonly empty: ReactNode;
}

/** The member's records, newest first; older ones on demand. */
export function RecordList({ filter = {}, empty }: RecordListProps) {
  return (
    <PagedRows
      query={walletApi.useListRecordsInfiniteQuery(filter)}
      rows={({ records }) => records.map((record) => <RecordRow key={record.id} record={record} />)}
      empty={empty}
    />
  );
}

/** One line of the history; it leads to the whole record. */
export function RecordRow({ record }: { record: LedgerRecord }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  return (
    <Row
      to={`/wallet/records/${record.id}`}
      icon={kindIcon[record.kind] ?? (record.money.amount.startsWith('-') ? withdrawIcon : depositIcon)}
      title={t(kindText(record.kind))}
      detail={dateTime(record.at)}
      end={<SignedAmount money={record.money} />}
      endDetail={record.counterparty && <span translate="no">{record.counterparty}</span>}
    />
  );
}

/** The words of the specification for an empty list. */
export function NoRecords() {
  const { t } = useTranslation('wallet');
  return <Empty icon={listIcon} text={t('record.empty')} />;
}
