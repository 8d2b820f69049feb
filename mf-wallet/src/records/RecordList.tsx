import { dayOf, type Input, minorOf, money, type Output, type RecordKind } from '@trellis/api-contract';
import { Empty, Hint, type IconSource, Row, Rows, SignedAmount, SkeletonRows, timeText, useDates } from '@trellis/kit';
import { PagedList, productNow } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { depositIcon, exchangeIcon, listIcon, openingIcon, withdrawIcon } from '../icons.ts';
import { StatusChip } from '../withdrawal/StatusChip.tsx';
import { daysOf } from './daysOf.ts';

type RecordPage = Output<'listRecords'>;
type LedgerRecord = RecordPage['records'][number];

/**
 * What a kind is called: the names come with the contract, and one that is newer than this release has none. Both sides of
 * an exchange are one record.
 */
export const kindText = (kind: RecordKind): string[] =>
  kind === 'exchange_in' || kind === 'exchange_out' ? ['exchange.title'] : [`record.${kind}`, 'record.other'];

/** Kinds that members choose between: either side of an exchange stands for both. */
export const chosenKinds = (kinds: readonly RecordKind[]): RecordKind[] =>
  kinds.filter((kind) => kind !== 'exchange_in');

/** The pin of the kinds that have one of their own; others show which way the money went. */
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
  /** Opens a record over the list; without it each has its own page. */
  readonly onOpen?: (id: string) => void;
}

/** The member's records by day, newest first; older ones on demand. */
export function RecordList({ filter = {}, empty, onOpen }: RecordListProps) {
  const { t } = useTranslation('wallet');
  const { date } = useDates();
  const query = walletApi.useListRecordsInfiniteQuery(filter);
  const today = date(productNow());
  const pages = query.data?.pages ?? [];
  const last = pages.at(-1);
  const nothing = pages.every(({ records }) => records.length === 0);
  // A day may go on with the next page: then it stands above already.
  const endOfLast = (page: RecordPage): string | undefined =>
    pages
      .slice(0, pages.indexOf(page))
      .flatMap(({ records }) => records)
      .at(-1)?.at;
  const sums = sumsOf(pages, filter, date);
  const days = (page: RecordPage) => {
    const before = endOfLast(page);
    return daysOf(page.records, date).map(({ name, items }) => (
      <Rows
        key={name}
        {...(before !== undefined && date(before) === name
          ? { label: name }
          : { day: name === today ? t('record.today', { date: name }) : name, sum: sums.get(name) })}
      >
        {items.map((record) => (
          <RecordRow key={record.id} record={record} at={timeText(record.at)} onOpen={onOpen} />
        ))}
      </Rows>
    ));
  };
  return (
    <PagedList
      query={query}
      waiting={<SkeletonRows />}
      more={t(last?.lookedTo === undefined ? 'record.more' : 'record.lookFurther')}
    >
      {(page) => {
        if (page === last && page.lookedTo !== undefined)
          return (
            <>
              {days(page)}
              <Hint>{t('record.lookedTo', { date: date(page.lookedTo) })}</Hint>
            </>
          );
        if (page === last && nothing) return empty;
        return days(page);
      }}
    </PagedList>
  );
}

/** The first of a page by day, each leading to the whole record. */
export function LatestRecords({ page, most }: { page: RecordPage; most: number }) {
  const { t } = useTranslation('wallet');
  const { date } = useDates();
  const today = date(productNow());
  const records = page.records.slice(0, most);
  // What is summed is what stands below.
  const sums = sumsOf([{ ...page, records, ...(page.records.length > most && { next: '' }) }], {}, date);
  return daysOf(records, date).map(({ name, items }) => (
    <Rows key={name} day={name === today ? t('record.today', { date: name }) : name} sum={sums.get(name)}>
      {items.map((record) => (
        <RecordRow key={record.id} record={record} at={timeText(record.at)} />
      ))}
    </Rows>
  ));
}

/**
 * What came and went of USD on each day, where all of the day is there: not of a list of one kind or another unit, nor of
 * the day that goes on with the next page.
 */
function sumsOf(
  pages: readonly RecordPage[],
  { kind, unit }: RecordFilter,
  nameOf: (time: string) => string,
): ReadonlyMap<string, ReactNode> {
  if (kind !== undefined || (unit !== undefined && unit !== 'USD')) return new Map();
  const days = daysOf(
    pages.flatMap(({ records }) => records),
    nameOf,
  );
  const whole = pages.at(-1)?.next === null ? days : days.slice(0, -1);
  return new Map(
    whole.flatMap(({ name, items }) => {
      const moved = items.flatMap(({ money, others = [] }) => [money, ...others].filter((each) => each.unit === 'USD'));
      if (moved.length === 0) return [];
      const sum = moved.reduce((total, each) => total + minorOf(each), 0n);
      return [[name, <SignedAmount key={name} money={money(sum, 'USD')} />]];
    }),
  );
}

/** What happened, as a pin on the mark of what it happened to. */
export const pinOf = ({ kind, money }: Pick<LedgerRecord, 'kind' | 'money'>): IconSource =>
  kindIcon[kind] ?? (money.amount.startsWith('-') ? withdrawIcon : depositIcon);

interface RecordRowProps {
  readonly record: LedgerRecord;
  readonly at: string;
  readonly onOpen?: ((id: string) => void) | undefined;
}

/** One line of the history, with what it is of and how that stands; it leads to the whole record. `at`: when, as far as nothing above says it. */
export function RecordRow({ record, at, onOpen }: RecordRowProps) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const { kind, counterparty, level, stakeSince, status, step, rejectedFor, others } = record;
  // Its own day stands above the start of one.
  const stake = kind !== 'stake_start' && stakeSince;
  const about = level ?? (stake && t('record.ofStake', { date: day(dayOf(stake)) }));
  return (
    <Row
      to={`/wallet/records/${record.id}`}
      onOpen={onOpen && (() => onOpen(record.id))}
      unit={record.money.unit}
      person={counterparty ?? undefined}
      pin={pinOf(record)}
      title={t(kindText(record.kind))}
      detail={about ? `${at} · ${about}` : at}
      end={<SignedAmount money={record.money} />}
      endDetail={
        status && step && step !== 'complete' ? (
          <StatusChip withdrawal={{ status, step, cause: rejectedFor ?? null }} />
        ) : others ? (
          others.map((money) => <SignedAmount key={money.unit} money={money} />)
        ) : (
          counterparty && <span translate="no">{counterparty}</span>
        )
      }
    />
  );
}

/** The words of the specification for an empty list, then what will be in it; of all records, where the first comes from. */
export function NoRecords({ detail, action }: { detail?: string; action?: ReactNode }) {
  const { t } = useTranslation('wallet');
  return <Empty art="empty" text={t('record.empty')} detail={detail ?? t('record.emptyText')} action={action} />;
}
