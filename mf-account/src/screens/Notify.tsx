import { type NoticeKind, noticeKinds } from '@trellis/api-contract';
import { Button, Card, Empty, Filters, Screen, TextLink, useToast } from '@trellis/kit';
import { SuspensionNotice, useErrorText } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { Announcements } from '../notices/Announcements.tsx';
import { NoticeList } from '../notices/NoticeList.tsx';
import { noticeKindText } from '../notices/noticeKinds.ts';

/** `/notify`: what the member was shown, by kind. */
export function Component() {
  const { t } = useTranslation('account');
  const [kind, setKind] = useState<NoticeKind | 'all'>('all');
  const nothing =
    kind === 'all' ? (
      <Empty art="empty" text={t('notify.empty')} detail={t('notify.emptyText')} />
    ) : (
      <Empty
        icon="bell"
        text={t('notify.filteredEmpty')}
        action={
          <Button kind="quiet" size="small" onClick={() => setKind('all')}>
            {t('notify.showAll')}
          </Button>
        }
      />
    );
  return (
    <Screen title={t('notify.title')} back="/account" action={<MarkAll />}>
      <SuspensionNotice />
      <Filters
        label={t('notify.filter')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'all', label: t('notify.kind.all') },
          ...noticeKinds.map((value) => ({ value, label: t(noticeKindText[value]) })),
        ]}
      />
      {(kind === 'all' || kind === 'system') && <Announcements />}
      <NoticeList
        // Another filter starts again at its first page.
        key={kind}
        kind={kind === 'all' ? undefined : kind}
        empty={<Card>{nothing}</Card>}
      />
    </Screen>
  );
}

/** Marks what this page has shown; a notice that arrives meanwhile stays unread. */
function MarkAll() {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const toast = useToast();
  const { data: count } = accountApi.useCountUnreadNoticesQuery({});
  const { data: newest } = accountApi.useListNoticesInfiniteQuery({});
  const [markRead] = accountApi.useReadNoticesMutation();
  const upTo = newest?.pages[0]?.notices[0]?.id;
  if (upTo === undefined || count === undefined || count.unread === 0) return null;
  const mark = async () => {
    const { error } = await markRead({ upTo });
    if (error) toast(errorText(error), 'alert');
  };
  return <TextLink onClick={() => void mark()}>{t('notify.markAll')}</TextLink>;
}
