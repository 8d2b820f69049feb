import type { Output } from '@trellis/api-contract';
import { Card, Chip, Empty, Row, Rows, Section, SkeletonRows, useDates } from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { chatIcon } from '../icons.ts';
import { RowEnd } from '../settings/RowEnd.tsx';
import { inquiryStatusText, inquiryStatusTone, inquiryTypeText } from './inquiryTexts.ts';

type Entry = Output<'listInquiries'>['inquiries'][number];

/** The member's inquiries, newest first; older ones on demand. */
export function InquiryList() {
  const { t } = useTranslation('account');
  const query = accountApi.useListInquiriesInfiniteQuery({});
  return (
    <Section title={t('consulation.list')}>
      <PagedList query={query} waiting={<SkeletonRows />} more={t('consulation.more')}>
        {({ inquiries }) =>
          inquiries.length === 0 ? (
            <Card>
              <Empty text={t('consulation.empty')} detail={t('consulation.emptyText')} />
            </Card>
          ) : (
            <Rows>
              {inquiries.map((inquiry) => (
                <InquiryRow key={inquiry.id} inquiry={inquiry} />
              ))}
            </Rows>
          )
        }
      </PagedList>
    </Section>
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
          <br />
          <Chip tone={inquiryStatusTone[status]}>{t(inquiryStatusText[status])}</Chip>
        </>
      }
      end={<RowEnd />}
    />
  );
}
