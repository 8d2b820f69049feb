import type { Input, Output } from '@trellis/api-contract';
import { Empty, Row, SignedAmount, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { depositIcon, exchangeIcon, listIcon, openingIcon, withdrawIcon } from '../icons.ts';
import { PagedRows } from './PagedRows.tsx';

type LedgerRecord = Output<'listRecords'>['records'][number];
export type RecordKind = LedgerRecord['kind'];

export const kindText = {
  opening: 'record.opening',
  deposit: 'record.deposit',
  transfer_in: 'record.transferIn',
  transfer_out: 'record.transferOut',
  exchange_in: 'record.exchangeIn',
  exchange_out: 'record.exchangeOut',
  withdrawal: 'record.withdrawal',
  withdrawal_return: 'record.withdrawalReturn',
  correction: 'record.correction',
} as const satisfies Record<RecordKind, string>;

const kindIcon = {
  opening: openingIcon,
  deposit: depositIcon,
  transfer_in: depositIcon,
  transfer_out: withdrawIcon,
  exchange_in: exchangeIcon,
  exchange_out: exchangeIcon,
  withdrawal: withdrawIcon,
  withdrawal_return: depositIcon,
  correction: listIcon,
} as const satisfies Record<RecordKind, object>;

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
      icon={kindIcon[record.kind]}
      title={t(kindText[record.kind])}
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
