import type { NoticeKind } from '@trellis/api-contract';
import { Button, Loaded, Row, Rows, SkeletonRows, useDates } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { noticeKindIcon, noticeKindTone } from './noticeKinds.ts';
import { type Notice, useNoticeText } from './useNoticeText.ts';
import './notices.css';

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
  const query = accountApi.useListNoticesQuery({ ...(kind && { kind }), ...(after !== undefined && { after }) });
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ notices, next }, stamp) =>
        notices.length === 0 ? (
          empty
        ) : (
          <>
            {after === undefined && query.error !== undefined && stamp}
            <Rows>
              {notices.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} />
              ))}
            </Rows>
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
          <span className="unread">
            <span className="unseen">{t('notify.unread')}</span>
          </span>
        )
      }
    />
  );
}
