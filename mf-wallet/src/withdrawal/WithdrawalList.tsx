import { Amount, Card, Chip, Row, Section, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { withdrawIcon } from '../icons.ts';
import { PagedRows } from '../records/PagedRows.tsx';
import { NoRecords } from '../records/RecordList.tsx';
import { statusText, statusTone, type Withdrawal } from './withdrawalTexts.ts';

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
            <NoRecords />
          </Card>
        }
      />
    </Section>
  );
}

function WithdrawalRow({ withdrawal: { id, amount, asset, chain, status, createdAt } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  return (
    <Row
      icon={withdrawIcon}
      title={<Amount money={amount} />}
      detail={`${asset}, ${chain} · ${dateTime(createdAt)}`}
      end={<Chip tone={statusTone[status]}>{t(statusText[status])}</Chip>}
      to={`/wallet/withdrawal?id=${id}`}
    />
  );
}
