import type { Payout, WithdrawalFile } from '../../api.ts';
import { livePayout, personOf } from './withdrawalTexts.ts';

export type Looked = Pick<WithdrawalFile, 'step' | 'paused' | 'approvedBy' | 'payouts' | 'revision'>;

/** One thing of a withdrawal that is not as it was. */
export type Difference =
  | { readonly part: 'step'; readonly was: WithdrawalFile['step']; readonly is: WithdrawalFile['step'] }
  | { readonly part: 'paused'; readonly was: boolean; readonly is: boolean }
  | { readonly part: 'approvals'; readonly was: readonly string[]; readonly is: readonly string[] }
  | { readonly part: 'payout'; readonly was: Payout | undefined; readonly is: Payout | undefined };

/** Whether others did something since somebody looked; another revision alone counts as well, for it is what is sent. */
export const isChanged = (looked: Looked, now: Looked): boolean =>
  looked.revision !== now.revision || differencesOf(looked, now).length > 0;

/** Each thing that matters to who decides, as it was and as it is. */
export function differencesOf(looked: Looked, now: Looked): Difference[] {
  const all: readonly Difference[] = [
    { part: 'step', was: looked.step, is: now.step },
    { part: 'paused', was: looked.paused, is: now.paused },
    { part: 'approvals', was: looked.approvedBy.map(personOf), is: now.approvedBy.map(personOf) },
    { part: 'payout', was: livePayout(looked), is: livePayout(now) },
  ];
  return all.filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}
