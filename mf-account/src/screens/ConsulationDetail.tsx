import { Card, Empty, LinkButton, Screen, SkeletonCard } from '@trellis/kit';
import { failureOf, Loaded, OlderPages, SuspensionNotice } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { accountApi } from '../api.ts';
import { chatIcon } from '../icons.ts';
import { InquiryList } from '../inquiries/InquiryList.tsx';
import { Thread } from '../inquiries/Thread.tsx';

/** `/consulation/detail/:id`: one inquiry of the member's. */
export function Component() {
  const { t } = useTranslation('account');
  const { id = '' } = useParams();
  const query = accountApi.useGetInquiryInfiniteQuery({ id });
  const failure = query.error && failureOf(query.error);
  const isUnknown = failure?.kind === 'problem' && [400, 404].includes(failure.problem.status);
  const earlier = <OlderPages query={query} waiting={<SkeletonCard />} more={t('consulation.earlier')} />;
  return (
    <Screen title={t('consulation.title')} back="/consulation" alongside={<InquiryList />}>
      <SuspensionNotice />
      {isUnknown ? (
        <Card>
          <Empty
            icon={chatIcon}
            text={t('consulation.unknown')}
            action={
              <LinkButton to="/consulation" kind="quiet" size="small">
                {t('consulation.back')}
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <Loaded query={query} waiting={<SkeletonCard hero />}>
          {({ pages }) => <Thread pages={pages} earlier={earlier} />}
        </Loaded>
      )}
    </Screen>
  );
}
