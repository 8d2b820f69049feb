import { SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { walletApi } from '../api.ts';
import { HowComputed } from '../home/HowComputed.tsx';
import { AssetRows } from './AssetRows.tsx';

/** What the member has, by unit and state, and how the total is made of it. */
export function AssetList() {
  const query = walletApi.useGetBalancesQuery({});
  return (
    <>
      {query.data && <HowComputed balances={query.data} />}
      <Loaded query={query} waiting={<SkeletonRows />}>
        {({ balances }) => <AssetRows balances={balances} />}
      </Loaded>
    </>
  );
}
