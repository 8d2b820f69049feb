import type { NoticeKind } from '@trellis/api-contract';
import { Button, Row, Rows, SkeletonRows, Unseen, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { type ReactNode, useId, useState } from 'react';
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
  const [older, setOlder] = useState<readonly string[]>([]);
  const show = (after: string) => setOlder([...older, after]);
  return (
    <>
      <NoticePage kind={kind} empty={empty} last={older.length === 0} onMore={show} />
      {older.map((after, index) => (
        <NoticePage key={after} kind={kind} after={after} last={index === older.length - 1} onMore={show} />
      ))}
    </>
  );
}

interface NoticePageProps {
  readonly kind: NoticeKind | undefined;
  readonly after?: string;
  readonly empty?: ReactNode;
  readonly last: boolean;
  readonly onMore: (after: string) => void;
}

function NoticePage({ kind, after, empty, last, onMore }: NoticePageProps) {
  const { t } = useTranslation('account');
  const { date } = useDates();
  const isOfToday = ({ at }: Notice) => date(at) === date(Date.now());
  const query = accountApi.useListNoticesQuery({ ...(kind && { kind }), ...(after !== undefined && { after }) });
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ notices, next }, stamp) =>
        notices.length === 0 ? (
          empty
        ) : (
          <>
            {after === undefined && query.error !== undefined && stamp}
            <NoticeGroup name="today" notices={notices.filter(isOfToday)} />
            <NoticeGroup name="earlier" notices={notices.filter((notice) => !isOfToday(notice))} />
            {last && next !== null && (
              <Button kind="quiet" size="small" onClick={() => onMore(next)}>
                {t('notify.more')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
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
