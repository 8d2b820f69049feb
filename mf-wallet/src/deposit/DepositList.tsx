import { Amount, Card, Row, Section, type Tone, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { depositIcon } from '../icons.ts';
import { PagedRows } from '../records/PagedRows.tsx';
import { NoRecords } from '../records/RecordList.tsx';
import type { Deposit } from './useNews.ts';

const stateText = {
  confirming: 'topup.stateConfirming',
  credited: 'topup.stateCredited',
  below_minimum: 'topup.stateBelow',
  held_unverified: 'topup.stateHeld',
} as const satisfies Record<Deposit['state'], string>;

const stateTone: Readonly<Record<Deposit['state'], Tone>> = {
  confirming: 'primary',
  credited: 'positive',
  below_minimum: 'warning',
  held_unverified: 'warning',
};

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
            <NoRecords />
          </Card>
        }
      />
    </Section>
  );
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const { state, confirmations, needed } = deposit;
  return (
    <Row
      icon={depositIcon}
      tone={stateTone[state]}
      title={`${deposit.received.unit} ${deposit.standard}`}
      detail={dateTime(deposit.at)}
      end={<Amount money={deposit.received} />}
      endDetail={state === 'confirming' ? `${t(stateText[state])} ${confirmations}/${needed}` : t(stateText[state])}
    />
  );
}
