import { amountPattern } from '@trellis/api-contract';
import { ownPath } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { FlowScreen } from '../suspension/FlowScreen.tsx';
import { WithdrawalDetail } from '../withdrawal/WithdrawalDetail.tsx';
import { WithdrawalFlow } from '../withdrawal/WithdrawalFlow.tsx';
import { WithdrawalList } from '../withdrawal/WithdrawalList.tsx';

/**
 * `/wallet/withdrawal`: to an address of one's own; with `?id=` one withdrawal and where it stands. `?amount=` is what
 * the page asks for that `?next=` leads back to.
 */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? (
    <Withdraw wantedUsd={params.get('amount')} next={params.get('next')} />
  ) : (
    <WithdrawalDetail id={id} />
  );
}

function Withdraw({ wantedUsd, next }: { wantedUsd: string | null; next: string | null }) {
  const { t } = useTranslation('wallet');
  const query = walletApi.useGetWithdrawalTermsQuery({});
  // With the addresses that it offers, so that nothing moves under a finger; they are read at the same time.
  const { isLoading } = walletApi.useListAddressesQuery({});
  const data = isLoading ? undefined : query.data;
  return (
    <FlowScreen title={t('withdrawal.title')} query={{ ...query, data }} records={<WithdrawalList />}>
      {({ sources: [source, ...sources], payouts: offered, reviewHours, payoutsFrozen }) => {
        // ON is off until it has a rate; what is only out of date is shown, and says so.
        const [payout, ...payouts] = offered.filter(({ asset, closed }) => asset !== 'ON' || !closed);
        if (!source || !payout) return null;
        return (
          <WithdrawalFlow
            sources={[source, ...sources]}
            payouts={[payout, ...payouts]}
            hours={reviewHours}
            frozen={payoutsFrozen}
            wantedUsd={wantedUsd !== null && amountPattern.test(wantedUsd) ? wantedUsd : undefined}
            back={ownPath(next, '/wallet')}
          />
        );
      }}
    </FlowScreen>
  );
}
