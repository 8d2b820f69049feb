import {
  Button,
  Card,
  Chip,
  Empty,
  Loaded,
  moneyText,
  Row,
  Rows,
  Section,
  SkeletonRows,
  useDates,
} from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { listIcon, withdrawIcon } from '../icons.ts';
import { statusText, statusTone, type Withdrawal } from './withdrawalTexts.ts';

/** The member's withdrawals, newest first, each with its status; older ones on demand. */
export function WithdrawalList() {
  const { t } = useTranslation('wallet');
  const [older, setOlder] = useState<readonly string[]>([]);
  const pages = [undefined, ...older];
  return (
    <Section title={t('withdrawal.records')}>
      {pages.map((after, index) => (
        <Page
          key={after ?? ''}
          after={after}
          last={index === pages.length - 1}
          onMore={(next) => setOlder([...older, next])}
        />
      ))}
    </Section>
  );
}

interface PageProps {
  readonly after: string | undefined;
  readonly last: boolean;
  readonly onMore: (next: string) => void;
}

function Page({ after, last, onMore }: PageProps) {
  const { t } = useTranslation('wallet');
  const query = walletApi.useListWithdrawalsQuery(after === undefined ? {} : { after });
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ withdrawals, next }) =>
        withdrawals.length === 0 ? (
          <Card>
            <Empty icon={listIcon} text={t('record.empty')} />
          </Card>
        ) : (
          <>
            <Rows>
              {withdrawals.map((withdrawal) => (
                <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
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

function WithdrawalRow({ withdrawal: { id, amount, asset, chain, status, createdAt } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  return (
    <Row
      icon={withdrawIcon}
      title={<span className="amount">{moneyText(amount)}</span>}
      detail={`${asset}, ${chain} · ${dateTime(createdAt)}`}
      end={<Chip tone={statusTone[status]}>{t(statusText[status])}</Chip>}
      to={`/wallet/withdrawal?id=${id}`}
    />
  );
}
