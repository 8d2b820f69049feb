import { Loaded, Screen, SkeletonCard, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { SuspensionNotice } from '../suspension/SuspensionNotice.tsx';
import { WithdrawalDetail } from '../withdrawal/WithdrawalDetail.tsx';
import { WithdrawalFlow } from '../withdrawal/WithdrawalFlow.tsx';
import { WithdrawalList } from '../withdrawal/WithdrawalList.tsx';

/** `/wallet/withdrawal`: to an address of one's own; with `?id=` one withdrawal and where it stands. */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <Withdraw /> : <WithdrawalDetail id={id} />;
}

function Withdraw() {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const terms = walletApi.useGetWithdrawalTermsQuery({});
  const [source, ...sources] = terms.data?.sources ?? [];
  // ON is off until it has a rate; what is only out of date is shown, and says so.
  const [payout, ...payouts] = (terms.data?.payouts ?? []).filter(({ asset, closed }) => asset !== 'ON' || !closed);
  if (member?.suspended !== true && source && payout)
    return (
      <WithdrawalFlow
        sources={[source, ...sources]}
        payouts={[payout, ...payouts]}
        hours={terms.data?.reviewHours ?? 0}
      />
    );
  return (
    <Screen title={t('withdrawal.title')} back="/wallet">
      {member?.suspended === true ? (
        <>
          <SuspensionNotice />
          <WithdrawalList />
        </>
      ) : (
        <Loaded query={terms} waiting={<SkeletonCard hero />}>
          {() => null}
        </Loaded>
      )}
    </Screen>
  );
}
