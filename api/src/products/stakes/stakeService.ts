import { redeem, type StakePayoutChain, stakePayoutChains } from '@trellis/api-contract';
import { checkAddress } from '@trellis/api-contract/addresses';
import { v7 as newId } from 'uuid';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { rateText } from '../../ledger/decimalRatio.ts';
import type { Rate, Rates } from '../../ledger/rates.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import type { Database } from '../../platform/db/database.ts';
import { throwRefusal } from '../../platform/db/sqlStates.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import { type Sale, saleTo } from '../sale/saleTo.ts';
import type { Destination, Destinations } from '../withdrawals/destinations.ts';
import type { CarriedOut, StakeMaturities } from './stakeMaturities.ts';
import { inSql, type QuoteRow, quoteOf, type StakeOrder, type StakeQuote } from './stakeQuote.ts';
import type { ChosenOption } from './stakeRows.ts';
import { stakeTermsNow } from './stakeRules.ts';
import type { StakeTerms } from './stakeTerms.ts';

/** What is to become of a contract. */
export interface ChoiceOrder {
  readonly option: ChosenOption;
  /** Where the profit of 2 goes. */
  readonly to: 'balance' | 'address';
  /** Another term begins only with at least this reward; 0 is the consent to none. */
  readonly acceptsFrom: bigint;
  /** As it was typed, where something goes to an address. */
  readonly address: string | undefined;
  /** The days of another term, and the fee of a payout in USDT, as they were shown. */
  readonly shownDays?: number | undefined;
  readonly shownFee?: bigint | undefined;
}

export interface StartedStake {
  readonly id: string;
  /** The journal's, as records have it. */
  readonly reference: string;
  readonly at: Date;
  readonly quote: StakeQuote;
}

export interface StakeParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly rates: Rates;
  readonly destinations: Destinations;
  readonly stakeMaturities: StakeMaturities;
}

/** Stakes: at what they are begun, beginning one, and what is to become of it. */
export class StakeService {
  readonly #parts: StakeParts;

  constructor(parts: StakeParts) {
    this.#parts = parts;
  }

  terms(): Promise<StakeTerms> {
    return stakeTermsNow(this.#parts.rules);
  }

  sale(memberId: string): Promise<Sale> {
    return saleTo(this.#parts, 'stake', memberId);
  }

  /** One CP in USD, now; `undefined`: there is none that is good. */
  async rateNow(): Promise<Rate | undefined> {
    return this.#rate().catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
  }

  /** What a member has in USD, and the CP that it would buy at a rate. */
  async funds(memberId: string, rate: Rate | undefined): Promise<{ usd: bigint; affordable: bigint }> {
    const row = await this.#parts.database.one<{ usd: string; cp: string | null }>(
      `SELECT usd, cp_for(usd, $2, $3)::text AS cp FROM usd_at_hand($1) AS usd`,
      [memberId, rate?.numerator.toString() ?? null, rate?.denominator.toString() ?? null],
    );
    return { usd: BigInt(row?.usd ?? 0), affordable: BigInt(row?.cp ?? 0) };
  }

  /**
   * What a member would get now, also for what they cannot pay: it is to be looked at first. Nothing is locked, so a start
   * may find less in the pool.
   * @throws AppError as `start`, but for the balance
   */
  async quote(memberId: string, order: StakeOrder): Promise<StakeQuote> {
    const { database, clock } = this.#parts;
    const rate = await this.#rate();
    const row = await database.one<QuoteRow>('SELECT * FROM stake_quote_of($1, $2, $3, $4)', [
      memberId,
      JSON.stringify(inSql(order)),
      JSON.stringify({ numerator: String(rate.numerator), denominator: String(rate.denominator) }),
      clock.now(),
    ]);
    return quoteOf(row, rate, await this.terms(), order);
  }

  /** What an order costs in USD, for the rule that asks for a code above an amount. */
  async costOf({ usd, cp }: StakeOrder): Promise<bigint> {
    if (usd !== undefined) return usd;
    const { numerator, denominator } = await this.#rate();
    const row = await this.#parts.database.one<{ cost: string }>('SELECT cp_cost($1, $2, $3) AS cost', [
      String(cp ?? 0n),
      String(numerator),
      String(denominator),
    ]);
    return BigInt(row?.cost ?? 0);
  }

  /**
   * Begins one inside the running transaction: what its reward is promised from is locked until then. With the rate and
   * reward that were shown to the member; a better reward is given, worse is refused and nothing is taken.
   * @throws AppError member.suspended, member.country_needed, stake.closed, stake.too_many, money.below_minimum,
   *   money.above_maximum, stake.terms_changed, money.insufficient_balance, rate.unavailable, rate.stale
   */
  async start(
    memberId: string,
    order: StakeOrder & { readonly shownRate: string },
    call: Idempotency,
  ): Promise<StartedStake> {
    const rate = await this.#rate();
    if (rateText(rate.numerator, rate.denominator) !== order.shownRate) throw new AppError('stake.terms_changed');
    const row = await this.#parts.database
      .one<QuoteRow & Pick<StartedStake, 'id' | 'reference' | 'at'>>(
        'SELECT * FROM begin_stake($1, $2, $3, $4, $5, $6)',
        [memberId, JSON.stringify({ ...inSql(order), rate: rate.id }), newId(), newId(), call.key, call.requestHash],
      )
      .catch((error: unknown) => {
        throw explainPostingError(error, 'USD') ?? error;
      });
    const quote = quoteOf(row, { ...rate, since: undefined }, await this.terms(), order);
    if (!row) throw new Error('begin_stake answered nothing');
    return { id: row.id, reference: row.reference, at: row.at, quote };
  }

  /**
   * Keeps what is to become of a contract, inside the running transaction; carried out at once where it waits for that.
   * @throws AppError request.not_found, stake.choice_closed, stake.not_open, stake.address_format, withdrawal.address_held,
   *   withdrawal.address_unknown, withdrawal.address_denied, and as StakeMaturities.carryOutNow
   */
  async choose(memberId: string, id: string, order: ChoiceOrder): Promise<CarriedOut | 'saved'> {
    const to = order.address === undefined ? undefined : await this.#destination(memberId, order.address);
    const terms = await this.terms();
    if (order.shownDays !== undefined && order.option !== redeem && order.shownDays !== terms.termDays)
      throw new AppError('stake.terms_changed');
    const state = await this.#keep(memberId, id, order, to);
    if (to && order.shownFee !== undefined) await this.#keepFee(memberId, id, order.shownFee, to.chain);
    if (state === 'ongoing') return 'saved';
    return this.#parts.stakeMaturities.carryOutNow(memberId, id, to?.destination);
  }

  /**
   * Has nothing done at its end.
   * @param chosenAt when the choice was made that is taken back, to the millisecond
   * @throws AppError request.not_found, stake.choice_closed, stake.not_open, stake.choice_changed if it is a later one by now
   */
  async unchoose(memberId: string, id: string, chosenAt?: Date): Promise<void> {
    const stands = await this.#parts.database
      .one<{ chosen_at: Date | null }>('SELECT chosen_at FROM lock_stake($1, $2)', [memberId, id])
      .catch(throwRefusal);
    if (chosenAt && stands?.chosen_at && stands.chosen_at.getTime() !== chosenAt.getTime())
      throw new AppError('stake.choice_changed');
    await this.#keep(memberId, id, undefined, undefined);
  }

  /** In USD, what a choice is about. */
  async usdValueOf(memberId: string, id: string): Promise<bigint> {
    const row = await this.#parts.database.one<{ value: string }>(
      'SELECT (basis + reward)::text AS value FROM stake WHERE id = $1 AND member = $2',
      [id, memberId],
    );
    return BigInt(row?.value ?? 0);
  }

  async #keep(
    memberId: string,
    id: string,
    order: ChoiceOrder | undefined,
    to: { readonly chain: StakePayoutChain; readonly destination: Destination } | undefined,
  ): Promise<string> {
    const row = await this.#parts.database
      .one<{ state: string }>('SELECT chosen.state FROM choose_for_stake($1, $2, $3, $4, $5, $6, $7) AS chosen', [
        memberId,
        id,
        order?.option ?? null,
        order?.to ?? null,
        to?.chain ?? null,
        to?.destination.address ?? null,
        order === undefined ? null : String(order.acceptsFrom),
      ])
      .catch(throwRefusal);
    if (!row) throw new Error('choose_for_stake answered nothing');
    return row.state;
  }

  /** @throws AppError stake.terms_changed if it is more by now */
  async #keepFee(memberId: string, id: string, shownFee: bigint, chain: StakePayoutChain): Promise<void> {
    const { database, stakeMaturities } = this.#parts;
    if ((await stakeMaturities.payoutFee(chain)) > shownFee) throw new AppError('stake.terms_changed');
    await database.rows('SELECT accept_stake_fee($1, $2, $3)', [memberId, id, shownFee.toString()]);
  }

  /** By its form it is of one chain or the other: both cannot be confused. */
  async #destination(memberId: string, typed: string) {
    const chain = stakePayoutChains.find((each) => checkAddress(each, typed).valid);
    if (!chain) throw fieldError([{ path: 'address', code: 'stake.address_format' }]);
    return { chain, destination: await this.#parts.destinations.use(memberId, chain, typed) };
  }

  #rate(): Promise<Rate> {
    return this.#parts.rates.at('CP', 'USD', this.#parts.clock.now());
  }
}
