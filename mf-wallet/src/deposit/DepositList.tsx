import { Amount, Card, Row, Section, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { depositIcon } from '../icons.ts';
import { PagedRows } from '../records/PagedRows.tsx';
import { NoRecords } from '../records/RecordList.tsx';
import { depositStateText, depositStateTone } from './depositStates.ts';
import type { Deposit } from './useArrivals.ts';

/** The member's deposits with currency, amount and date, newest first; older ones on demand. */
export function DepositList() {
  const { t } = useTranslation('wallet');
  return (
    <Section title={t('topup.records')}>
      <PagedRows
        label={t('topup.records')}
        query={walletApi.useListDepositsInfiniteQuery({})}
        rows={({ deposits }) => deposits.map((deposit) => <DepositRow key={deposit.id} deposit={deposit} />)}
        empty={
          <Card>
            <NoRecords detail={t('topup.emptyText')} />
          </Card>
        }
      />
    </Section>
  );
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const { state, confirmations, needed, reference } = deposit;
  return (
    <Row
      {...(reference !== null && { to: `/wallet/records/${reference}` })}
      icon={depositIcon}
      tone={depositStateTone[state]}
      title={`${deposit.received.unit} ${deposit.standard}`}
      detail={dateTime(deposit.at)}
      end={<Amount money={deposit.received} />}
      endDetail={
        state === 'confirming' ? `${t(depositStateText[state])} ${confirmations}/${needed}` : t(depositStateText[state])
      }
    />
  );
}
