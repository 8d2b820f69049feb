import type { CpRate, StakeTerms } from '../../products/stakes/stakeTerms.ts';

/** A stake. Amounts are minor units: CP for `cp`, USD for the rest. */
export interface StakeContract {
  readonly id: string;
  readonly rate: CpRate;
  /** Ongoing; its term is over and it waits; a payout of all of it is applied for; paid out. */
  readonly state: 'ongoing' | 'unlocked' | 'applied' | 'ended';
  readonly termination: 'none' | 'applied' | 'terminated';
  readonly cp: bigint;
  /** What stands in reserve for it: its CP at its rate, rounded up. All of it is paid back. */
  readonly basis: bigint;
  /** Promised for the term; earned and not yet paid once the term is over. */
  readonly reward: bigint;
  /** Which term it is in, from 1. */
  readonly term: number;
  /** `undefined`: it waits for a choice, or has none to wait for. */
  readonly maturesAt: Date | undefined;
  /** What of it waits in the queue of withdrawals. */
  readonly payout: bigint;
  /** How often something was applied for: each has a key of its own. */
  readonly applications: number;
}

/** From then on the choice for this term stands as it is. */
export const choiceClosesAt = (terms: StakeTerms, { maturesAt }: StakeContract): Date | undefined =>
  maturesAt && new Date(maturesAt.getTime() - terms.choiceClosesMs);
