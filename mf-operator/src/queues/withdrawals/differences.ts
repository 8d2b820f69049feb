import type { Payout, WithdrawalDetails } from '../../api.ts';
import { livePayout, personOf } from './withdrawalTexts.ts';

export type Seen = Pick<WithdrawalDetails, 'step' | 'paused' | 'approvedBy' | 'payouts' | 'revision'>;

/** One thing of a withdrawal that is not as it was. */
export type Difference =
  | { readonly part: 'step'; readonly was: WithdrawalDetails['step']; readonly is: WithdrawalDetails['step'] }
  | { readonly part: 'paused'; readonly was: boolean; readonly is: boolean }
  | { readonly part: 'approvals'; readonly was: readonly string[]; readonly is: readonly string[] }
  | { readonly part: 'payout'; readonly was: Payout | undefined; readonly is: Payout | undefined };

/** Whether others did something since somebody looked; another revision alone counts as well, for it is what is sent. */
export const isChanged = (seen: Seen, now: Seen): boolean =>
  seen.revision !== now.revision || differencesOf(seen, now).length > 0;

/** Each thing that matters to who decides, as it was and as it is. */
export function differencesOf(seen: Seen, now: Seen): Difference[] {
  const all: readonly Difference[] = [
    { part: 'step', was: seen.step, is: now.step },
    { part: 'paused', was: seen.paused, is: now.paused },
    { part: 'approvals', was: seen.approvedBy.map(personOf), is: now.approvedBy.map(personOf) },
    { part: 'payout', was: livePayout(seen), is: livePayout(now) },
  ];
  return all.filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}
