import {
  Amount,
  Button,
  Card,
  Empty,
  Loaded,
  Row,
  Rows,
  Section,
  SkeletonRows,
  type Tone,
  useDates,
} from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { depositIcon, listIcon } from '../icons.ts';
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
  const [older, setOlder] = useState<readonly string[]>([]);
  const show = (after: string) => setOlder([...older, after]);
  return (
    <Section title={t('topup.records')}>
      <DepositPage last={older.length === 0} onMore={show} />
      {older.map((after, index) => (
        <DepositPage key={after} after={after} last={index === older.length - 1} onMore={show} />
      ))}
    </Section>
  );
}

interface DepositPageProps {
  readonly after?: string;
  readonly last: boolean;
  readonly onMore: (after: string) => void;
}

function DepositPage({ after, last, onMore }: DepositPageProps) {
  const { t } = useTranslation('wallet');
  const query = walletApi.useListDepositsQuery(after === undefined ? {} : { after });
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ deposits, next }) =>
        deposits.length === 0 ? (
          <Card>
            <Empty icon={listIcon} text={t('record.empty')} />
          </Card>
        ) : (
          <>
            <Rows label={t('topup.records')}>
              {deposits.map((deposit) => (
                <DepositRow key={deposit.id} deposit={deposit} />
              ))}
            </Rows>
            {last && next !== null && (
              <Button kind="quiet" size="small" onClick={() => onMore(next)}>
                {t('record.more')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
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
