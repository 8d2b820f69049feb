import { maturityOptions } from '@trellis/api-contract';
import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { inSql } from '../../products/stakes/stakeQuote.ts';
import type { StakeTerms } from '../../products/stakes/stakeTerms.ts';
import { amount, count, cpRate, instant, percent, positive } from './fields.ts';
import { type Legs, legsOf, writeAmount, writeInstant, writeLegs, writeMinor } from './writing.ts';

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
  option: z.literal(maturityOptions),
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

type StakeInput = z.output<typeof stakeInput>;
type Step = StakeInput['maturities'][number];

/** A contract as SQL has it, but for what of it waits in the queue of withdrawals. Its name is any text, and there a uuid. */
interface Contract {
  readonly state: 'ongoing' | 'unlocked' | 'applied' | 'ended';
  readonly cp: string;
  readonly basis: string;
  readonly reward: string;
  readonly term: number;
  readonly matures_on: string | null;
  readonly applications: number;
  readonly [column: string]: unknown;
}

interface Journal {
  readonly key: string;
  readonly legs: Legs;
}

interface QuoteRow {
  readonly refused: string | null;
  readonly cp: string;
  readonly cost: string;
  readonly change: string;
  readonly fullReward: string;
  readonly reward: string;
  readonly startDay: string;
  readonly maturesOn: string;
  readonly legs: Legs;
}

const nameInSql = '00000000-0000-7000-8000-000000000000';

/** `stake:schedule`: stakes from their purchase through their terms, each with what was chosen and what was true then. */
export async function stakeSchedule(database: Database, inputs: readonly StakeInput[]): Promise<object[]> {
  const answers: object[] = [];
  for (const input of inputs) answers.push(await scheduleOf(database, input));
  return answers;
}

async function scheduleOf(
  database: Database,
  { contract: name, terms, purchase, maturities: steps }: StakeInput,
): Promise<object> {
  const quote = await quoteOf(database, terms, purchase);
  if (quote.refused !== null) return { refused: quote.refused };
  const first: Contract = {
    id: nameInSql,
    rate_numerator: String(purchase.rate.numerator),
    rate_denominator: String(purchase.rate.denominator),
    state: 'ongoing',
    cp: quote.cp,
    basis: quote.cost,
    reward: quote.reward,
    term: 1,
    start_day: quote.startDay,
    matures_on: quote.maturesOn,
    applications: 0,
    choice_closes: `${terms.choiceClosesMs / 60_000} minutes`,
  };
  let contract = first;
  let payout = 0n;
  const maturities: object[] = [];
  for (const step of steps) {
    if (contract.state === 'applied' || contract.state === 'ended') throw new Error(`${name} has nothing to choose`);
    const matured = await maturityOf(database, terms, contract, step);
    const pays = BigInt(matured.pays);
    const journals = [...matured.journals];
    if (pays > 0n)
      journals.push({ key: `stake-payout:${nameInSql}:${matured.next.applications}`, legs: heldLegs(pays) });
    contract = matured.next;
    payout = pays > 0n ? pays : payout;
    const openPayout = payout;
    if (payout > 0n && step.payout !== 'open') {
      const end = await endOf(database, contract, payout, step.payout === 'approved');
      journals.push(...end.journals);
      contract = end.contract;
      payout = 0n;
    }
    maturities.push({
      outcome: matured.outcome,
      reason: matured.reason,
      payout: writeAmount(openPayout),
      journals: journals.map(({ key, legs }) => ({ key: key.replace(nameInSql, name), legs: writeLegs(legs) })),
      freePoolAfter: writeAmount(
        step.freePool - (matured.outcome.startsWith('renewed') ? BigInt(matured.next.reward) : 0n),
      ),
      contract: writeContract(terms, contract, payout),
    });
  }
  return {
    cp: writeMinor(quote.cp),
    cost: writeMinor(quote.cost),
    change: writeMinor(quote.change),
    rate: purchase.rate.text,
    fullReward: writeMinor(quote.fullReward),
    reward: writeMinor(quote.reward),
    freePoolAfter: writeAmount(purchase.freePool - BigInt(quote.reward)),
    journal: writeLegs(quote.legs),
    contract: writeContract(terms, first, 0n),
    maturities,
  };
}

async function quoteOf(database: Database, terms: StakeTerms, purchase: StakeInput['purchase']): Promise<QuoteRow> {
  const { rate, usdAvailable, freePool, contracts, startedAt, open, suspended } = purchase;
  const row = await database.one<QuoteRow>(
    `SELECT q.*, ${legsOf('stake_moves(0, -q.cost, q.cp, q.cost, -q.reward, q.reward)')} AS legs FROM quote_stake($1, $2, $3, $4) q`,
    [
      JSON.stringify({
        minimum: String(terms.minimumCp),
        maximum: String(terms.maximumCp),
        contracts: terms.contractsMaximum,
        term_days: terms.termDays,
        apr_ppm: String(terms.aprPpm),
      }),
      JSON.stringify(inSql(purchase)),
      JSON.stringify({
        numerator: String(rate.numerator),
        denominator: String(rate.denominator),
        usd: String(usdAvailable),
        contracts,
        startedAt,
        open,
        suspended,
      }),
      String(freePool),
    ],
  );
  if (!row) throw new Error('a quote has one row');
  return row;
}

interface MaturityRow {
  readonly outcome: string;
  readonly reason: string | null;
  readonly pays: string;
  readonly next: Contract;
  readonly journals: readonly Journal[];
}

const journalsOf = (next: string): string =>
  `coalesce((SELECT json_agg(json_build_object('key', j.key, 'legs', ${legsOf('stake_moves(0, j.usd, j.cp, j.reserve, j.pool, j.promised)')}) ORDER BY j.place)
     FROM stake_journals(s.id, s.term, s.cp, s.basis, s.reward, ${next}) j), '[]')`;

async function maturityOf(database: Database, terms: StakeTerms, before: Contract, step: Step): Promise<MaturityRow> {
  const { choice, freePool, usdAvailable, open, suspended, locked, addressUsable } = step;
  const contract = {
    ...before,
    option: choice?.option,
    pay_to: choice?.to,
    accepts_from: choice?.acceptsFrom.toString(),
    chosen_at: choice?.chosenAt,
  };
  const row = await database.one<MaturityRow>(
    `SELECT m.outcome, m.reason, m.pays, to_jsonb(m.next)
              || jsonb_build_object('cp', (m.next).cp::text, 'basis', (m.next).basis::text, 'reward', (m.next).reward::text) AS next,
            ${journalsOf('(m.next).state, (m.next).applications, (m.next).cp, (m.next).basis, (m.next).reward')} AS journals
       FROM jsonb_populate_record(NULL::stake, $1) s
       CROSS JOIN LATERAL stake_maturity(s, $2, $3, s.choice_closes, $4, $5, $6, 0, $7, $8, $9, $10, NULL) m`,
    [
      JSON.stringify(contract),
      String(terms.aprPpm),
      terms.termDays,
      String(terms.withdrawalMinimum),
      String(freePool),
      String(usdAvailable),
      open,
      suspended,
      locked,
      addressUsable,
    ],
  );
  if (!row) throw new Error('a maturity has one row');
  return row;
}

/** What the end of a payout does: one that is not made gives back what waited, and where it was all of it, that is undone. */
async function endOf(
  database: Database,
  contract: Contract,
  payout: bigint,
  paid: boolean,
): Promise<{ readonly contract: Contract; readonly journals: readonly Journal[] }> {
  const released = paid ? [] : [{ key: 'withdrawal-release', legs: heldLegs(-payout) }];
  if (contract.state !== 'applied') return { contract, journals: released };
  const row = await database.one<{ state: Contract['state']; redeemed: readonly Journal[] }>(
    `SELECT stake_after_payout($2) AS state, ${journalsOf(`'ended', s.applications, s.cp, s.basis, s.reward`)} AS redeemed
       FROM jsonb_populate_record(NULL::stake, $1) s`,
    [JSON.stringify(contract), paid],
  );
  if (!row) throw new Error('an end has one row');
  const restored = row.redeemed.map(({ key, legs }) => ({
    key: key.replace('stake-redeem', 'stake-restore'),
    legs: Object.fromEntries(Object.entries(legs ?? {}).map(([account, minor]) => [account, String(-BigInt(minor))])),
  }));
  return { contract: { ...contract, state: row.state }, journals: paid ? [] : [...released, ...restored] };
}

/** What waits for its review is held. */
const heldLegs = (amount: bigint): Legs => ({ 'USD available': String(-amount), 'USD pending': String(amount) });

function writeContract({ choiceClosesMs }: StakeTerms, contract: Contract, payout: bigint): object {
  const { state, term, cp, basis, reward, matures_on: on } = contract;
  const maturesAt = on === null ? undefined : new Date(on);
  return {
    state,
    termination: state === 'ended' ? 'terminated' : state === 'applied' ? 'applied' : 'none',
    term,
    cp: writeAmount(BigInt(cp)),
    basis: writeAmount(BigInt(basis)),
    reward: writeAmount(BigInt(reward)),
    payout: writeAmount(payout),
    maturesAt: maturesAt ? writeInstant(maturesAt) : null,
    choiceClosesAt: maturesAt ? writeInstant(new Date(maturesAt.getTime() - choiceClosesMs)) : null,
  };
}
