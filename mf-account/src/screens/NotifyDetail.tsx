import { Badge, Card, Empty, Hint, LinkButton, Screen, SkeletonCard, useDates } from '@trellis/kit';
import { failureOf, Loaded, SuspensionNotice } from '@trellis/shell-sdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { accountApi } from '../api.ts';
import { NoticeList } from '../notices/NoticeList.tsx';
import { noticeKindIcon, noticeKindTone } from '../notices/noticeKinds.ts';
import { type Notice, useNoticeText } from '../notices/useNoticeText.ts';

/** `/notify/detail/:id`: one notice, with the way to what it is about. Whoever opens it has read it. */
export function Component() {
  const { t } = useTranslation('account');
  const { id = '' } = useParams();
  const query = accountApi.useGetNoticeQuery({ id });
  useMarkRead(query.data);
  const failure = query.error && failureOf(query.error);
  const isUnknown = failure?.kind === 'problem' && [400, 404].includes(failure.problem.status);
  return (
    <Screen title={t('notify.title')} back="/notify" alongside={<NoticeList kind={undefined} empty={null} />}>
      <SuspensionNotice />
      {isUnknown ? (
        <Card>
          <Empty
            icon="bell"
            text={t('notify.unknown')}
            action={
              <LinkButton to="/notify" kind="quiet" size="small">
                {t('notify.back')}
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <Loaded query={query} waiting={<SkeletonCard />}>
          {(notice) => <NoticeCard notice={notice} />}
        </Loaded>
      )}
    </Screen>
  );
}

function useMarkRead(notice: Notice | undefined): void {
  const [markRead] = accountApi.useReadNoticeMutation();
  const unreadId = notice?.read === false ? notice.id : undefined;
  useEffect(() => {
    // Without an answer it stays unread, and is marked the next time.
    if (unreadId !== undefined) void markRead({ id: unreadId });
  }, [unreadId, markRead]);
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { title, text } = useNoticeText()(notice);
  const { kind, at, link } = notice;
  return (
    <Card title={title} action={<Badge icon={noticeKindIcon[kind]} tone={noticeKindTone[kind]} />}>
      {text !== undefined && <p>{text}</p>}
      <Hint>
        <time dateTime={at}>{dateTime(at)}</time>
      </Hint>
      {link !== null && <LinkButton to={link}>{t('notify.open')}</LinkButton>}
    </Card>
  );
}
