import { isAbout, money, moneyText, type StakePayoutChain } from '@trellis/api-contract';
import { v7 as newId } from 'uuid';
import type { Rules } from '../../governance/rules/rules.ts';
import { AppError } from '../../ground/errors.ts';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Destination, Destinations } from '../withdrawals/destinations.ts';
import type { StakePayouts } from '../withdrawals/stakePayouts.ts';
import { type Maturity, type MaturityWorld, mature } from './maturity.ts';
import { choiceOf, contractOf, type StakeRow, type StakeWorldRow, termsOf, worldOf } from './stakeRows.ts';
import { stakeTermsNow } from './stakeRules.ts';
import type { StakeTerms } from './stakeTerms.ts';

/**
 * Of one transaction: while it runs, nobody else posts to the reserve. Fifty cost Postgres ten milliseconds, two to three of
 * them whatever their number: so fewer would take longer in all, and twice as many hold others longer than 20 ms.
 */
export const maturityBatch = 50;
/** What one run takes up of those that have a transaction each: what pays out, and what a batch was given up for. */
const oneByOne = 50;

export interface MaturityParts {
  readonly database: Database;
  readonly rules: Rules;
  readonly destinations: Destinations;
  readonly stakePayouts: StakePayouts;
}

interface Due {
  readonly id: string;
  readonly member: string;
  readonly chain: StakeRow['pay_chain'];
  readonly address: string | null;
}

/** Carries out what becomes of contracts whose term is over, or that wait and were chosen for: each once, whoever asks. */
export class StakeMaturities {
  readonly #parts: MaturityParts;

  constructor(parts: MaturityParts) {
    this.#parts = parts;
  }

  /**
   * All that is due, of all members or of one, as much as fits into one run. What pays all out goes first: the profit of
   * another of its member must not stand in its way.
   * @returns whether there may be more
   * @throws Error if something that is due cannot be carried out; everything else was
   */
  async carryOutDue(memberId?: string): Promise<boolean> {
    const terms = await stakeTermsNow(this.#parts.rules);
    const payouts = await this.#due('to an address', memberId);
    const failures: unknown[] = [];
    for (const due of payouts) await this.#carryOutOne(terms, due).catch((error: unknown) => failures.push(error));
    const taken = await this.#carryOutBatch(terms, memberId).catch(async () => {
      // One of them keeps nothing of the others.
      const rest = await this.#due('to nowhere', memberId);
      for (const due of rest) await this.#carryOutOne(terms, due).catch((error: unknown) => failures.push(error));
      return rest.length;
    });
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} stakes are due and wait`);
    return payouts.length === oneByOne || taken === maturityBatch;
  }

  /** What a payout on a chain costs now, in USDT minor units. */
  payoutFee(chain: StakePayoutChain): Promise<bigint> {
    return this.#parts.stakePayouts.feeOn(chain);
  }

  #carryOutBatch(terms: StakeTerms, memberId: string | undefined): Promise<number> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const rows = await database.rows<StakeWorldRow>(worldOf('due_stakes($1, $2)'), [maturityBatch, memberId ?? null]);
      await this.#carryOut(maturitiesOf(terms, rows));
      return rows.length;
    });
  }

  /**
   * What its member has just chosen for a contract that waits, inside the running transaction, which has locked both.
   * @param destination where it is paid to, if to an address
   * @throws AppError stake.closed, stake.usd_first, stake.terms_changed, member.security_lock, member.suspended
   */
  async carryOutNow(terms: StakeTerms, id: string, destination: Destination | undefined): Promise<Maturity> {
    const row = await this.#worldOf(id);
    const maturity = becomes(terms, row, BigInt(row.free), await this.#way(row, destination));
    if (maturity.outcome === 'unlocked') throw whyNot(maturity, row);
    await this.#carryOut([{ row, maturity }]);
    await this.#apply(row, maturity, destination);
    return maturity;
  }

  /** @throws AppError of what stands in the way of paying it out, where that passes: it is tried again */
  async #carryOutOne(terms: StakeTerms, { id, member, chain, address }: Due): Promise<void> {
    const { database, destinations } = this.#parts;
    const destination =
      chain && address !== null ? await destinations.use(member, chain, address).catch(ifRefused) : undefined;
    const carryOut = (to: Destination | undefined) =>
      database.inTransaction(async () => {
        await database.rows('SELECT 1 FROM lock_stake($1, $2)', [member, id]);
        const row = await this.#worldOf(id);
        // Others were here first, or something else was chosen before the address was looked at.
        if (row.state !== 'ongoing' || row.pay_address !== address) return;
        const maturity = becomes(terms, row, BigInt(row.free), await this.#way(row, to));
        await this.#carryOut([{ row, maturity }]);
        await this.#apply(row, maturity, to);
      });
    // What a fee has grown beyond is not locked for it: it goes as if there were no address.
    await carryOut(destination).catch((error: unknown) => {
      if (!destination || !isRefusedAsIs(error)) throw error;
      return carryOut(undefined);
    });
  }

  async #apply(row: StakeRow, { outcome }: Maturity, destination: Destination | undefined): Promise<void> {
    if (outcome !== 'applied' && outcome !== 'renewed_applied') return;
    if (!destination || row.pay_chain === null) throw new Error(`${row.id} pays out to nowhere`);
    await this.#parts.stakePayouts.apply({ stake: row.id, member: row.member, chain: row.pay_chain, destination });
  }

  async #way(row: StakeRow, destination: Destination | undefined): Promise<Way> {
    if (destination === undefined || row.pay_chain === null) return { addressUsable: false };
    return {
      addressUsable: true,
      payoutFee: row.accepts_fee === null ? undefined : await this.payoutFee(row.pay_chain),
    };
  }

  #due(way: 'to an address' | 'to nowhere', memberId: string | undefined): Promise<Due[]> {
    // As an index has it, which is small: all that is due would be read before each batch.
    const paid = way === 'to an address' ? `pay_to = 'address'` : `pay_to IS DISTINCT FROM 'address'`;
    return this.#parts.database.rows<Due>(
      `SELECT id, member, pay_chain AS chain, pay_address AS address FROM stake
        WHERE state = 'ongoing' AND matures_on <= (product_now() AT TIME ZONE 'UTC')::date AND ${paid}
          AND ($1::bigint IS NULL OR member = $1) ORDER BY matures_on, member, option DESC, id LIMIT $2`,
      [memberId ?? null, oneByOne],
    );
  }

  async #worldOf(id: string): Promise<StakeWorldRow> {
    const row = await this.#parts.database.one<StakeWorldRow>(worldOf('stake_world($1::uuid[])'), [[id]]);
    if (!row) throw new Error(`there is no contract ${id}`);
    return row;
  }

  async #carryOut(carried: readonly Carried[]): Promise<void> {
    if (carried.length === 0) return;
    await this.#parts.database
      .rows('SELECT carry_out_stakes($1)', [JSON.stringify(carried.map(itemOf))])
      .catch((error: unknown) => {
        // Operators have set other terms in between: the next look is by those.
        throw postgresFailure(error)?.code === 'TK005' ? new AppError('stake.terms_changed') : error;
      });
  }
}

interface Carried {
  readonly row: StakeRow;
  readonly maturity: Maturity;
}

/** Of several at once, one after the other: what one reserves is not there for the next. */
function maturitiesOf(terms: StakeTerms, rows: readonly StakeWorldRow[]): Carried[] {
  let free = BigInt(rows[0]?.free ?? 0);
  return rows.map((row) => {
    const maturity = becomes(terms, row, free, { addressUsable: false });
    free = maturity.freePool;
    return { row, maturity };
  });
}

type Way = Pick<MaturityWorld, 'addressUsable' | 'payoutFee'>;
const becomes = (terms: StakeTerms, row: StakeWorldRow, freePool: bigint, way: Way): Maturity =>
  mature(termsOf(terms, row), contractOf(row), choiceOf(row), {
    freePool,
    usdAvailable: BigInt(row.usd),
    usdSince: BigInt(row.usd_since),
    open: row.open,
    suspended: row.suspended,
    locked: row.locked,
    ...way,
  });

const itemOf = ({ row, maturity: { outcome, reason, contract } }: Carried) => ({
  stake: row.id,
  outcome,
  reason: reason ?? null,
  cp: String(contract.cp),
  basis: String(contract.basis),
  reward: String(contract.reward),
  startDay: startDayOf(row, contract),
  // Profit or redemption, and the promise of another term.
  journals: [newId(), newId()],
});

/** Where it goes on: as its term is over, or on the day of the choice. */
const startDayOf = (row: StakeRow, { state }: Maturity['contract']): string | null => {
  if (state !== 'ongoing') return null;
  if (row.state === 'ongoing') return row.matures_on;
  return row.chosen_at && dayText(utcDayOf(row.chosen_at));
};

/** What a member is told whose contract cannot be carried out as they have just chosen. */
function whyNot({ reason }: Maturity, { usd }: StakeWorldRow): Error {
  switch (reason) {
    case 'closed':
      return new AppError('stake.closed');
    case 'usd_first':
      return new AppError('stake.usd_first', { params: { available: moneyText(money(BigInt(usd), 'USD')) } });
    case 'suspended':
      return new AppError('member.suspended');
    case 'locked':
      return new AppError('auth.forbidden');
    default:
      return new AppError('stake.terms_changed');
  }
}

/** Refused for what it is, and not because a rate is missing, which passes. */
const isRefusedAsIs = (error: unknown): boolean =>
  error instanceof AppError && !isAbout(error.code, 'rate') && error.code !== 'stake.terms_changed';

/** An address that is refused is not usable; what else fails does. */
const ifRefused = (error: unknown): undefined => {
  if (error instanceof AppError) return undefined;
  throw error;
};

/** Every minute what is due; what lay is caught up with batch by batch. */
export const stakeMaturities = (maturities: StakeMaturities): Job => ({
  name: 'stake maturities',
  pauseMs: 60_000,
  run: () => maturities.carryOutDue(),
});
