import { z } from 'zod';
import { isRefused } from '../../ground/refused.ts';
import { mature } from '../../products/stakes/maturity.ts';
import { endPayout } from '../../products/stakes/payoutEnd.ts';
import { choiceClosesAt, type StakeContract } from '../../products/stakes/stakeContract.ts';
import { type StakeJournal, startAmounts } from '../../products/stakes/stakeJournals.ts';
import { quoteStake } from '../../products/stakes/stakeQuote.ts';
import type { StakeTerms } from '../../products/stakes/stakeTerms.ts';
import { amount, count, cpRate, instant, percent, positive } from './fields.ts';
import { writeAmount, writeAmounts, writeInstant } from './writing.ts';

const terms = z
  .object({
    aprPercent: percent,
    termDays: positive,
    minimumCp: amount,
    maximumCp: amount,
    contractsMaximum: count,
    choiceClosesMinutes: count,
    withdrawalMinimum: amount,
  })
  .transform(
    ({ aprPercent, choiceClosesMinutes, ...given }): StakeTerms => ({
      ...given,
      aprPpm: aprPercent,
      choiceClosesMs: choiceClosesMinutes * 60_000,
    }),
  );

const choice = z.object({
  option: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  to: z.enum(['balance', 'address']).default('balance'),
  acceptsFrom: amount.default(0n),
  chosenAt: instant,
});

export const stakeInput = z.object({
  contract: z.string(),
  terms,
  purchase: z.object({
    usd: amount.optional(),
    cp: amount.optional(),
    rate: cpRate,
    usdAvailable: amount,
    freePool: amount,
    contracts: count,
    shownReward: amount.optional(),
    startedAt: instant,
    open: z.boolean(),
    suspended: z.boolean(),
  }),
  /** One after the other: what was chosen, what was true, and how a payout of it ended. */
  maturities: z.array(
    z.object({
      choice: choice.nullish(),
      freePool: amount,
      usdAvailable: amount,
      open: z.boolean(),
      suspended: z.boolean(),
      locked: z.boolean(),
      addressUsable: z.boolean(),
      payout: z.string().optional(),
    }),
  ),
});

/** `stake:schedule`: a stake from its purchase through its terms, each with what was chosen and what was true then. */
export function stakeSchedule({
  contract: id,
  terms,
  purchase,
  maturities: steps,
}: z.output<typeof stakeInput>): object {
  const quote = quoteStake(terms, { id, ...purchase });
  if (isRefused(quote)) return quote;
  const { contract: first } = quote;
  let contract = first;
  const maturities = steps.map((step) => {
    const result = mature(terms, contract, step.choice ?? undefined, step);
    const waits = result.contract.payout > 0n && step.payout !== 'open';
    const end = waits ? endPayout(result.contract, step.payout === 'approved') : undefined;
    contract = end?.contract ?? result.contract;
    return {
      outcome: result.outcome,
      reason: result.reason ?? null,
      payout: writeAmount(result.contract.payout),
      journals: [...result.journals, ...(end?.journals ?? [])].map(writeJournal),
      freePoolAfter: writeAmount(result.freePool),
      contract: writeContract(terms, contract),
    };
  });
  return {
    cp: writeAmount(first.cp),
    cost: writeAmount(quote.cost),
    change: writeAmount(quote.change),
    rate: purchase.rate.text,
    fullReward: writeAmount(quote.fullReward),
    reward: writeAmount(first.reward),
    freePoolAfter: writeAmount(purchase.freePool - first.reward),
    journal: writeAmounts(startAmounts(first)),
    contract: writeContract(terms, first),
    maturities,
  };
}

const writeJournal = ({ key, amounts }: StakeJournal) => ({ key, legs: writeAmounts(amounts) });

const writeContract = (terms: StakeTerms, contract: StakeContract) => {
  const closesAt = choiceClosesAt(terms, contract);
  return {
    state: contract.state,
    termination: contract.termination,
    term: contract.term,
    cp: writeAmount(contract.cp),
    basis: writeAmount(contract.basis),
    reward: writeAmount(contract.reward),
    payout: writeAmount(contract.payout),
    maturesAt: contract.maturesAt ? writeInstant(contract.maturesAt) : null,
    choiceClosesAt: closesAt ? writeInstant(closesAt) : null,
  };
};
