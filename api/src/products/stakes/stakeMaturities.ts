import { isAbout, type MaturityReason, money, moneyText, type StakePayoutChain } from '@trellis/api-contract';
import { v7 as newId } from 'uuid';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { throwRefusal } from '../../platform/db/sqlStates.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Destination, Destinations } from '../withdrawals/destinations.ts';
import type { StakePayouts } from '../withdrawals/stakePayouts.ts';
import type { StakeRow } from './stakeRows.ts';

/**
 * Of one transaction: while it runs, nobody else posts to the reserve. Fifty cost Postgres ten milliseconds, two to three of
 * them whatever their number: so fewer would take longer in all, and twice as many hold others longer than 20 ms.
 */
export const maturityBatch = 50;
/** What one run takes up of those that have a transaction each: what pays out, and what a batch was given up for. */
const oneByOne = 50;

/** What becomes of a contract; `unlocked`: it waits. */
export type MaturityOutcome = 'unlocked' | 'renewed' | 'renewed_paid' | 'renewed_applied' | 'applied' | 'terminated';

export interface MaturityParts {
  readonly database: Database;
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
    const payouts = await this.#due('to an address', memberId);
    const failures: unknown[] = [];
    for (const due of payouts) await this.#carryOutOne(due).catch((error: unknown) => failures.push(error));
    const taken = await this.#carryOutBatch(memberId).catch(async () => {
      // One of them keeps nothing of the others.
      const rest = await this.#due('to nowhere', memberId);
      for (const due of rest) await this.#carryOutOne(due).catch((error: unknown) => failures.push(error));
      return rest.length;
    });
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} stakes are due and wait`);
    return payouts.length === oneByOne || taken === maturityBatch;
  }

  /** What a payout on a chain costs now, in USDT minor units. */
  payoutFee(chain: StakePayoutChain): Promise<bigint> {
    return this.#parts.stakePayouts.feeOn(chain);
  }

  #carryOutBatch(memberId: string | undefined): Promise<number> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const rows = await database.rows(
        'SELECT stake FROM carry_out_maturities(lock_due_stakes($1, $2), $3::uuid[], false, NULL)',
        [maturityBatch, memberId ?? null, journalsFor(maturityBatch)],
      );
      return rows.length;
    });
  }

  /**
   * What its member has just chosen for a contract that waits, inside the running transaction, which has locked both.
   * @param destination where it is paid to, if to an address
   * @throws AppError stake.closed, stake.usd_first, stake.terms_changed, member.security_lock, member.suspended
   */
  async carryOutNow(memberId: string, id: string, destination: Destination | undefined): Promise<CarriedOut> {
    const carried = await this.#carryOut(await this.#lock(memberId, id), destination);
    if (carried.outcome === 'unlocked') throw whyNot(carried);
    return carried.outcome;
  }

  /** @throws AppError of what stands in the way of paying it out, where that passes: it is tried again */
  async #carryOutOne({ id, member, chain, address }: Due): Promise<void> {
    const { database, destinations } = this.#parts;
    const destination =
      chain && address !== null ? await destinations.use(member, chain, address).catch(ifRefused) : undefined;
    const carryOut = (to: Destination | undefined) =>
      database.inTransaction(async () => {
        const stake = await this.#lock(member, id);
        // Others were here first, or something else was chosen before the address was looked at.
        if (stake.state === 'ongoing' && stake.pay_address === address) await this.#carryOut(stake, to);
      });
    // What a fee has grown beyond is not locked for it: it goes as if there were no address.
    await carryOut(destination).catch((error: unknown) => {
      if (!destination || !isRefusedAsIs(error)) throw error;
      return carryOut(undefined);
    });
  }

  async #lock(memberId: string, id: string): Promise<LockedStake> {
    const stake = await this.#parts.database.one<LockedStake>(
      'SELECT id, member, state, pay_chain, pay_address, accepts_fee::text FROM lock_stake($1, $2)',
      [memberId, id],
    );
    if (!stake) throw new Error('lock_stake answered nothing');
    return stake;
  }

  async #carryOut(stake: LockedStake, destination: Destination | undefined): Promise<Carried> {
    const { id, member, pay_chain: chain, accepts_fee: acceptsFee } = stake;
    const to = destination && chain !== null ? { destination, chain } : undefined;
    const fee = to && acceptsFee !== null ? await this.payoutFee(to.chain) : undefined;
    const carried = await this.#parts.database
      .one<Carried>('SELECT outcome, reason, usd FROM carry_out_maturities(ARRAY[$1::uuid], $2::uuid[], $3, $4)', [
        id,
        journalsFor(1),
        to !== undefined,
        fee?.toString() ?? null,
      ])
      .catch(throwRefusal);
    if (!carried) throw new Error('carry_out_maturities answered nothing');
    if (carried.outcome === 'applied' || carried.outcome === 'renewed_applied') {
      if (!to) throw new Error(`${id} pays out to nowhere`);
      await this.#parts.stakePayouts.apply({ stake: id, member, ...to });
    }
    return carried;
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
}

export type CarriedOut = Exclude<MaturityOutcome, 'unlocked'>;

/** What of a contract decides about its payout. */
type LockedStake = Pick<StakeRow, 'id' | 'member' | 'state' | 'pay_chain' | 'pay_address' | 'accepts_fee'>;

/** What became of a contract, and how many USD its member had then, in minor units. */
interface Carried {
  readonly outcome: MaturityOutcome;
  readonly reason: MaturityReason | null;
  readonly usd: string;
}

/** Of each contract: of its profit or redemption, and of the promise of another term. */
const journalsFor = (stakes: number): string[] => Array.from({ length: 2 * stakes }, () => newId());

/** What a member is shown whose contract cannot be carried out as they have just chosen. */
function whyNot({ reason, usd }: Carried): Error {
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
