import type { NoticeKind } from '@trellis/api-contract';
import { Row, Rows, SkeletonRows, Unseen, useDates } from '@trellis/kit';
import { PagedList, productNow } from '@trellis/shell-sdk';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import * as styles from './NoticeList.module.css';
import { noticeKindIcon, noticeKindTone } from './noticeKinds.ts';
import { type Notice, useNoticeText } from './useNoticeText.ts';

interface NoticeListProps {
  /** Only these; all without it. */
  readonly kind: NoticeKind | undefined;
  /** In the place of an empty list. */
  readonly empty: ReactNode;
}

/** The member's notices, newest first; older ones on demand. */
export function NoticeList({ kind, empty }: NoticeListProps) {
  const { t } = useTranslation('account');
  const query = accountApi.useListNoticesInfiniteQuery(kind === undefined ? {} : { kind });
  return (
    <PagedList query={query} waiting={<SkeletonRows />} more={t('notify.more')}>
      {({ notices }, stamp) =>
        notices.length === 0 ? empty : <NoticePage notices={notices} stamp={query.error && stamp} />
      }
    </PagedList>
  );
}

function NoticePage({ notices, stamp }: { notices: readonly Notice[]; stamp: ReactNode }) {
  const { date } = useDates();
  const isOfToday = ({ at }: Notice) => date(at) === date(productNow());
  return (
    <>
      {stamp}
      <NoticeGroup name="today" notices={notices.filter(isOfToday)} />
      <NoticeGroup name="earlier" notices={notices.filter((notice) => !isOfToday(notice))} />
    </>
  );
}

const groupText = { today: 'notify.today', earlier: 'notify.earlier' } as const;

/** Pages follow each other as one list: a heading that stands above already is not repeated for the eye. */
function NoticeGroup({ name, notices }: { name: keyof typeof groupText; notices: readonly Notice[] }) {
  const { t } = useTranslation('account');
  const heading = useId();
  if (notices.length === 0) return null;
  return (
    <section className={styles.group} data-group={name} aria-labelledby={heading}>
      <h2 id={heading}>{t(groupText[name])}</h2>
      <Rows>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </Rows>
    </section>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const textOf = useNoticeText();
  const { id, kind, at, read } = notice;
  return (
    <Row
      to={`/notify/detail/${id}`}
      icon={noticeKindIcon[kind]}
      tone={read ? 'neutral' : noticeKindTone[kind]}
      title={textOf(notice).title}
      detail={dateTime(at)}
      end={
        read ? undefined : (
          <span className={styles.unread}>
            <Unseen>{t('notify.unread')}</Unseen>
          </span>
        )
      }
    />
  );
}
