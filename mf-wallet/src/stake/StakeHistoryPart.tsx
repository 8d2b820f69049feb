import { SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { stakeApi } from './api.ts';
import { StakeEvents } from './StakeEvents.tsx';
import { TermRows } from './TermRows.tsx';

/** What happened to a contract, and its terms: asked for alongside the rest of its page. */
export function StakeHistoryPart({ id }: { id: string }) {
  const query = stakeApi.useGetStakeQuery({ id });
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ events, terms }) => (
        <>
          <StakeEvents events={events} />
          <TermRows terms={terms} />
        </>
      )}
    </Loaded>
  );
}
