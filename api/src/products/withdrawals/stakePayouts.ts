import type { StakePayoutChain } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { Destination } from './destinations.ts';
import { type EntryParts, enterWithdrawal } from './enterWithdrawal.ts';
import type { PayoutTerms } from './payoutTerms.ts';

export interface StakePayoutParts extends EntryParts {
  readonly payoutTerms: PayoutTerms;
}

/** What is to be paid out of a stake, and where to. */
export interface StakePayout {
  readonly stake: string;
  readonly member: string;
  readonly chain: StakePayoutChain;
  readonly destination: Destination;
}

/**
 * Payouts of stakes go the way of withdrawals, from the queue to the chain. Their minimum, fee and review hold; their limits
 * do not, for what is paid back may be more than anybody may withdraw in a day. What their end does to the stake is the
 * database's to do, in the transaction that ends them (stakes.sql).
 */
export class StakePayouts {
  readonly #parts: StakePayoutParts;

  constructor(parts: StakePayoutParts) {
    this.#parts = parts;
  }

  /** What a payout on a chain costs now, in USDT minor units. @throws Error if nothing is paid out there */
  async feeOn(chain: StakePayoutChain): Promise<bigint> {
    const option = (await this.#parts.payoutTerms.options()).find(
      (each) => each.asset === 'USDT' && each.chain === chain,
    );
    if (!option) throw new Error(`nothing is paid out on ${chain}`);
    return option.feeMinor;
  }

  /**
   * Holds what has just become free of a stake, and puts it into the queue, inside the running transaction.
   * @throws AppError rate.unavailable, rate.stale, withdrawal.below_fee
   */
  async apply({ stake, member, chain, destination }: StakePayout): Promise<void> {
    const { database, payoutTerms } = this.#parts;
    const id = uuidv7();
    const held = await database.one<{ hold: string; amount: string; origin: 'stake_close' | 'stake_profit' }>(
      'SELECT hold, amount::text, origin FROM hold_stake_payout($1, $2, $3)',
      [uuidv7(), stake, id],
    );
    if (!held) throw new Error('hold_stake_payout answered nothing');
    const request = { unit: 'USD', amountMinor: BigInt(held.amount), asset: 'USDT', chain } as const;
    await enterWithdrawal(this.#parts, {
      id,
      memberId: member,
      request,
      amounts: await payoutTerms.amountsOf(request),
      destination,
      addressTyped: destination.address,
      hold: held.hold,
      from: { origin: held.origin, stake },
    });
  }
}
