import type { Output } from '@trellis/api-contract';
import { Button, Card, Chip, Empty, Row, Rows, Section, SkeletonRows, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { chatIcon } from '../icons.ts';
import { inquiryStatusText, inquiryStatusTone, inquiryTypeText } from './inquiryTexts.ts';

type Entry = Output<'listInquiries'>['inquiries'][number];

/** The member's inquiries, newest first; older ones on demand. */
export function InquiryList() {
  const { t } = useTranslation('account');
  const [older, setOlder] = useState<readonly string[]>([]);
  const show = (after: string) => setOlder([...older, after]);
  return (
    <Section title={t('consulation.list')}>
      <InquiryPage last={older.length === 0} onMore={show} />
      {older.map((after, index) => (
        <InquiryPage key={after} after={after} last={index === older.length - 1} onMore={show} />
      ))}
    </Section>
  );
}

interface InquiryPageProps {
  readonly after?: string;
  readonly last: boolean;
  readonly onMore: (after: string) => void;
}

function InquiryPage({ after, last, onMore }: InquiryPageProps) {
  const { t } = useTranslation('account');
  const query = accountApi.useListInquiriesQuery(after === undefined ? {} : { after });
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ inquiries, next }) =>
        inquiries.length === 0 ? (
          <Card>
            <Empty icon={chatIcon} text={t('consulation.empty')} />
          </Card>
        ) : (
          <>
            <Rows>
              {inquiries.map((inquiry) => (
                <InquiryRow key={inquiry.id} inquiry={inquiry} />
              ))}
            </Rows>
            {last && next !== null && (
              <Button kind="quiet" size="small" onClick={() => onMore(next)}>
                {t('consulation.more')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  );
}

function InquiryRow({ inquiry }: { inquiry: Entry }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { id, type, status, beginning, lastAt } = inquiry;
  return (
    <Row
      to={`/consulation/detail/${id}`}
      icon={chatIcon}
      title={t(inquiryTypeText[type])}
      detail={
        <>
          <bdi>{beginning}</bdi>
          <br />
          {dateTime(lastAt)}
        </>
      }
      end={<Chip tone={inquiryStatusTone[status]}>{t(inquiryStatusText[status])}</Chip>}
    />
  );
}
