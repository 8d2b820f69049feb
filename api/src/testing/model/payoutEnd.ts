import type { StakeContract } from './stakeContract.ts';
import { releasedPayout, restoreJournal, type StakeJournal } from './stakeJournals.ts';

/**
 * What the end of a payout does to its contract. One that is made is settled by the withdrawal itself. One that is
 * rejected or cancelled gives back what waited; and where it was all of the contract, the contract stands as it stood,
 * so that a doubted payout never turns a stake into a balance that can be sent.
 */
export function endPayout(
  contract: StakeContract,
  made: boolean,
): { readonly contract: StakeContract; readonly journals: readonly StakeJournal[] } {
  const isApplied = contract.state === 'applied';
  const after: StakeContract = { ...contract, payout: 0n };
  if (made)
    return { contract: isApplied ? { ...after, state: 'ended', termination: 'terminated' } : after, journals: [] };
  const released = releasedPayout(contract.payout);
  if (!isApplied) return { contract: after, journals: [released] };
  return {
    contract: { ...after, state: 'unlocked', termination: 'none' },
    journals: [released, restoreJournal(contract)],
  };
}
