import { Amount, Card, Row, Section, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { withdrawIcon } from '../icons.ts';
import { PagedRows } from '../records/PagedRows.tsx';
import { NoRecords } from '../records/RecordList.tsx';
import { StatusChip } from './StatusChip.tsx';
import { originTexts, type Withdrawal } from './withdrawalTexts.ts';

/** The member's withdrawals, newest first, each with its status; older ones on demand. */
export function WithdrawalList() {
  const { t } = useTranslation('wallet');
  return (
    <Section title={t('withdrawal.records')}>
      <PagedRows
        query={walletApi.useListWithdrawalsInfiniteQuery({})}
        rows={({ withdrawals }) => withdrawals.map((each) => <WithdrawalRow key={each.id} withdrawal={each} />)}
        empty={
          <Card>
            <NoRecords detail={t('withdrawal.emptyText')} />
          </Card>
        }
      />
    </Section>
  );
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, amount, asset, chain, createdAt, origin } = withdrawal;
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  return (
    <Row
      icon={withdrawIcon}
      title={<Amount money={amount} />}
      detail={[
        ...(origin === 'balance' ? [] : [t(originTexts[origin])]),
        t('withdrawal.assetOn', { asset, network: chain }),
        dateTime(createdAt),
      ].join(' · ')}
      end={<StatusChip withdrawal={withdrawal} />}
      to={`/wallet/withdrawal?id=${id}`}
    />
  );
}
