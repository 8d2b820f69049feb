import { type NoticeKind, type Unit, units } from '@trellis/api-contract';
import { Row, type RowMarkProps, Rows, SkeletonRows, timeText, useDates } from '@trellis/kit';
import { PagedList, productNow } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { coinsIcon, outIcon } from '../icons.ts';
import * as styles from './NoticeList.module.css';
import { noticeKindIcon, noticeKindText, noticeKindTone } from './noticeKinds.ts';
import { type Notice, useNoticeText } from './useNoticeText.ts';

interface NoticeListProps {
  /** Only these; all without it. */
  readonly kind: NoticeKind | undefined;
  /** In the place of an empty list. */
  readonly empty: ReactNode;
}

type NoticePage = { readonly notices: readonly Notice[] };

/** The member's notices by day, newest first; older ones on demand. */
export function NoticeList({ kind, empty }: NoticeListProps) {
  const { t } = useTranslation('account');
  const { date } = useDates();
  const query = accountApi.useListNoticesInfiniteQuery(kind === undefined ? {} : { kind });
  const dayOf = (at: string): string => (date(at) === date(productNow()) ? t('notify.today') : date(at));
  // A day may go on with the next page: then it stands above already.
  const endOfLast = (page: NoticePage): string | undefined => {
    const pages: readonly NoticePage[] = query.data?.pages ?? [];
    return pages[pages.indexOf(page) - 1]?.notices.at(-1)?.at;
  };
  return (
    <PagedList query={query} waiting={<SkeletonRows />} more={t('notify.more')}>
      {(page, stamp) => {
        if (page.notices.length === 0) return empty;
        const before = endOfLast(page);
        const days = [...new Set(page.notices.map(({ at }) => dayOf(at)))];
        return (
          <>
            {query.error && stamp}
            {days.map((name) => (
              <Rows key={name} {...(before !== undefined && dayOf(before) === name ? { label: name } : { day: name })}>
                {page.notices
                  .filter(({ at }) => dayOf(at) === name)
                  .map((notice) => (
                    <NoticeRow key={notice.id} notice={notice} />
                  ))}
              </Rows>
            ))}
          </>
        );
      }}
    </PagedList>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { t } = useTranslation('account');
  const textOf = useNoticeText();
  const { id, kind, at, read } = notice;
  const { title, facts } = textOf(notice);
  return (
    <Row
      to={`/notify/detail/${id}`}
      {...markOf(notice)}
      title={
        read ? (
          <span className={styles.read}>{title}</span>
        ) : (
          <>
            <span role="img" aria-label={t('notify.unread')} className={styles.dot} />
            {title}
          </>
        )
      }
      detail={facts.length > 0 ? facts.join(' · ') : t(noticeKindText[kind])}
      end={<small>{timeText(at)}</small>}
    />
  );
}

/** Money has its coin and members their letter, as everywhere; the rest an icon of its kind. */
function markOf(notice: Notice): RowMarkProps {
  const { kind, read, template } = notice;
  const { sender, amount, received } = moneyOf(notice);
  const unit = unitIn(amount ?? received);
  if (unit !== undefined) return { unit, person: sender, pin: pinOf(template) };
  return { icon: noticeKindIcon[kind], tone: read ? 'neutral' : noticeKindTone[kind] };
}

/** Which way money went; what was put away went none. */
function pinOf(template: string) {
  if (/^(?:withdrawal|payout)/.test(template)) return outIcon;
  return /^(?:deposit|transfer)/.test(template) ? coinsIcon : undefined;
}

/** What a notice is of, as far as it says so. */
const moneyOf = ({ params }: Notice) => params as Readonly<Record<string, string | undefined>>;

/** The unit of `1,234.56 USD`, with whichever space. */
const unitIn = (money = ''): Unit | undefined => units.find((unit) => money.split(/\s/)[1] === unit);
