import { type MaturityOption, redeem, restakeAll, restakePrincipal } from '@trellis/api-contract';
import { beginningOf, utcDayOf } from '../../ground/utcDay.ts';
import { lesser } from '../../ledger/shares.ts';
import type { StakeTerms } from '../../products/stakes/stakeTerms.ts';
import { costOf, cpFor } from './cp.ts';
import { fullReward } from './reward.ts';
import { choiceClosesAt, type StakeContract } from './stakeContract.ts';
import { payoutJournal, profitJournal, redeemJournal, type StakeJournal, termJournal } from './stakeJournals.ts';

/** What a member wants done at the end of a term. It holds for that term alone. */
export interface MaturityChoice {
  /** 1: profit joins the principal, and another term. 2: profit is paid, and another term. 3: all of it is paid out. */
  readonly option: MaturityOption;
  /** Where the profit of 2 goes. */
  readonly to: 'balance' | 'address';
  /** Another term begins only with at least this reward; 0 is the consent to none. */
  readonly acceptsFrom: bigint;
  /** Another term begins only with so many days. */
  readonly acceptsDays?: number | undefined;
  /** The most that a payout may cost, in USDT. */
  readonly acceptsFee?: bigint | undefined;
  readonly chosenAt: Date;
}

/** What is true when a choice is carried out. */
export interface MaturityWorld {
  readonly freePool: bigint;
  readonly usdAvailable: bigint;
  /** How much of it came in after the choice: that stands in nobody's way, and is paid out with the rest. */
  readonly usdSince?: bigint | undefined;
  /** What a payout to the chosen address costs now, in USDT. */
  readonly payoutFee?: bigint | undefined;
  /** Whether stakes are sold in the member's country. */
  readonly open: boolean;
  readonly suspended: boolean;
  /** A security lock is on. */
  readonly locked: boolean;
  readonly addressUsable: boolean;
}

export type MaturityOutcome = 'unlocked' | 'renewed' | 'renewed_paid' | 'renewed_applied' | 'applied' | 'terminated';

/** Why a contract waits, or why its profit went to the balance instead of the address. */
export type MaturityReason =
  | 'no_choice'
  | 'choice_too_late'
  | 'suspended'
  | 'locked'
  | 'address'
  | 'usd_first'
  | 'below_minimum'
  | 'closed'
  | 'reward'
  | 'days'
  | 'fee';

export interface Maturity {
  readonly outcome: MaturityOutcome;
  readonly reason: MaturityReason | undefined;
  readonly contract: StakeContract;
  /** To be posted in this order, in one transaction. */
  readonly journals: readonly StakeJournal[];
  readonly freePool: bigint;
}

/**
 * What becomes of a contract whose term is over. What was chosen in time is carried out as of its maturity, however late
 * this runs. Once it waits, a choice is carried out at once, and another term counts from the day of the choice. What
 * cannot be done as chosen never locks money: the contract waits.
 */
export function mature(
  terms: StakeTerms,
  before: StakeContract,
  choice: MaturityChoice | undefined,
  world: MaturityWorld,
): Maturity {
  if (before.state === 'applied' || before.state === 'ended') throw new Error(`${before.id} has nothing to choose`);
  if (!choice) return waiting(before, world, 'no_choice');
  // A choice for what waits: the member is there, and can be shown what stands in the way.
  const atOnce = before.maturesAt === undefined || choice.chosenAt >= before.maturesAt;
  const closesAt = choiceClosesAt(terms, before);
  if (!atOnce && closesAt !== undefined && choice.chosenAt >= closesAt)
    return waiting(before, world, 'choice_too_late');
  if (atOnce && world.suspended) return waiting(before, world, 'suspended');
  if (atOnce && world.locked && choice.option !== restakeAll) return waiting(before, world, 'locked');
  return choice.option === redeem ? payOut(terms, before, choice, world) : renew(terms, before, choice, world, atOnce);
}

const waiting = (before: StakeContract, world: MaturityWorld, reason: MaturityReason): Maturity => ({
  outcome: 'unlocked',
  reason,
  contract: { ...before, state: 'unlocked', maturesAt: undefined },
  journals: [],
  freePool: world.freePool,
});

/** Why nothing may leave for the member's address. */
function obstacle(
  { acceptsFee }: MaturityChoice,
  { suspended, locked, addressUsable, payoutFee }: MaturityWorld,
): MaturityReason | undefined {
  if (suspended) return 'suspended';
  if (locked) return 'locked';
  if (!addressUsable) return 'address';
  return acceptsFee !== undefined && payoutFee !== undefined && payoutFee > acceptsFee ? 'fee' : undefined;
}

/** Choice 3: all of it, with the USD that are too few for a withdrawal of their own. */
function payOut(terms: StakeTerms, before: StakeContract, choice: MaturityChoice, world: MaturityWorld): Maturity {
  const blocked = obstacle(choice, world);
  if (blocked) return waiting(before, world, blocked);
  if (world.usdAvailable - (world.usdSince ?? 0n) >= terms.withdrawalMinimum)
    return waiting(before, world, 'usd_first');
  const applications = before.applications + 1;
  const payout = before.basis + before.reward + world.usdAvailable;
  const redeemed = redeemJournal(before, applications);
  const after = { ...before, maturesAt: undefined, applications };
  const { freePool } = world;
  if (payout < terms.withdrawalMinimum)
    return {
      outcome: 'terminated',
      reason: 'below_minimum',
      contract: { ...after, state: 'ended', termination: 'terminated' },
      journals: [redeemed],
      freePool,
    };
  return {
    outcome: 'applied',
    reason: undefined,
    contract: { ...after, state: 'applied', termination: 'applied', payout },
    journals: [redeemed, payoutJournal(before.id, applications, payout)],
    freePool,
  };
}

/** Choices 1 and 2: another term, if its reward is what the member agreed to. */
function renew(
  terms: StakeTerms,
  before: StakeContract,
  choice: MaturityChoice,
  world: MaturityWorld,
  atOnce: boolean,
): Maturity {
  if (!world.open) return waiting(before, world, 'closed');
  const profit = before.reward;
  const grows = choice.option === restakeAll && profit > 0n;
  const cp = grows ? cpFor(before.basis + profit, before.rate) : before.cp;
  const basis = grows ? costOf(cp, before.rate) : before.basis;
  const reward = lesser(fullReward(basis, terms.aprPpm, terms.termDays), world.freePool);
  if (choice.acceptsDays !== undefined && choice.acceptsDays !== terms.termDays) return waiting(before, world, 'days');
  if (reward < choice.acceptsFrom) return waiting(before, world, 'reward');

  const toAddress = choice.option === restakePrincipal && choice.to === 'address' && profit > 0n;
  if (atOnce && toAddress && !world.addressUsable) return waiting(before, world, 'address');
  const instead = toAddress ? (obstacle(choice, world) ?? tooLittle(terms, profit)) : undefined;
  const applied = toAddress && instead === undefined;
  const applications = applied ? before.applications + 1 : before.applications;

  const startDay = utcDayOf(atOnce || before.maturesAt === undefined ? choice.chosenAt : before.maturesAt);
  const contract: StakeContract = {
    ...before,
    state: 'ongoing',
    cp,
    basis,
    reward,
    term: before.term + 1,
    maturesAt: beginningOf(startDay + terms.termDays),
    payout: applied ? profit : before.payout,
    applications,
  };
  const journals = [profitJournal(before, contract), termJournal(contract)];
  if (applied) journals.push(payoutJournal(before.id, applications, profit));
  return {
    outcome: choice.option === restakeAll || profit === 0n ? 'renewed' : applied ? 'renewed_applied' : 'renewed_paid',
    reason: instead,
    contract,
    journals: journals.filter(({ amounts }) => amounts.size > 0),
    freePool: world.freePool - reward,
  };
}

const tooLittle = (terms: StakeTerms, profit: bigint): MaturityReason | undefined =>
  profit < terms.withdrawalMinimum ? 'below_minimum' : undefined;
