import type { Payout, WithdrawalFile } from '../../api.ts';
import { livePayout, personOf } from './withdrawalTexts.ts';

export type Looked = Pick<WithdrawalFile, 'step' | 'paused' | 'approvedBy' | 'payouts' | 'revision'>;

/** One thing of a withdrawal that is not as it was. */
export type Difference =
  | { readonly withdrawal: 'step'; readonly was: WithdrawalFile['step']; readonly is: WithdrawalFile['step'] }
  | { readonly withdrawal: 'paused'; readonly was: boolean; readonly is: boolean }
  | { readonly withdrawal: 'approvals'; readonly was: readonly string[]; readonly is: readonly string[] }
  | { readonly withdrawal: 'payout'; readonly was: Payout | undefined; readonly is: Payout | undefined };

/** Whether others did something since somebody looked; another revision alone counts as well, for it is what is sent. */
export const isChanged = (looked: Looked, now: Looked): boolean =>
  looked.revision !== now.revision || differencesOf(looked, now).length > 0;

/** Each thing that matters to who decides, as it was and as it is. */
export function differencesOf(looked: Looked, now: Looked): Difference[] {
  const all: readonly Difference[] = [
    { withdrawal: 'step', was: looked.step, is: now.step },
    { withdrawal: 'paused', was: looked.paused, is: now.paused },
    { withdrawal: 'approvals', was: looked.approvedBy.map(personOf), is: now.approvedBy.map(personOf) },
    { withdrawal: 'payout', was: livePayout(looked), is: livePayout(now) },
  ];
  return all.filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}
