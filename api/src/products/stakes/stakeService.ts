import { money, moneyText, type StakePayoutChain, stakePayoutChains } from '@trellis/api-contract';
import { checkAddress } from '@trellis/api-contract/addresses';
import { v7 as newId } from 'uuid';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { isRefused } from '../../ground/refused.ts';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { rateText } from '../../ledger/decimalRatio.ts';
import type { Rate, Rates } from '../../ledger/rates.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import { isOpen, type Sale, saleTo } from '../sale/saleTo.ts';
import type { Destination, Destinations } from '../withdrawals/destinations.ts';
import type { MaturityChoice, MaturityOutcome } from './maturity.ts';
import type { StakeMaturities } from './stakeMaturities.ts';
import { quoteStake, type StakeQuote, type StakeRefusal, type StakeRequest } from './stakeQuote.ts';
import { stakeTermsNow } from './stakeRules.ts';
import type { StakeTerms } from './stakeTerms.ts';

/** What is given in USD or wanted in CP: one of the two. Minor units. */
export type StakeOrder = Pick<StakeRequest, 'usd' | 'cp' | 'shownReward' | 'shownMaturesOn'>;

/** What is to become of a contract. */
export interface ChoiceOrder extends Pick<MaturityChoice, 'option' | 'to' | 'acceptsFrom'> {
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

/** What a member has for a stake, and what the pool has for its reward. Minor units. */
export interface StakeFunds {
  readonly usd: bigint;
  readonly free: bigint;
  /** Contracts that are not ended. */
  readonly contracts: number;
  readonly at: Date;
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

  /** What is there now, without a lock. */
  async funds(memberId: string): Promise<StakeFunds> {
    const row = await this.#parts.database.one<FundsRow>(
      `SELECT coalesce(max(balance) FILTER (WHERE code = 101), 0)::text AS usd,
              coalesce(max(balance) FILTER (WHERE code = 602), 0)::text AS free,
              (SELECT count(*)::integer FROM stake WHERE member = $1 AND state <> 'ended') AS contracts
         FROM account WHERE id = ANY ($2::bigint[])`,
      [memberId, [`${memberId}101`, '602']],
    );
    return fundsOf(row, this.#parts.clock.now());
  }

  /**
   * What a member would get now, also for what they cannot pay: it is to be looked at first. Nothing is locked, so a start
   * may find less in the pool.
   * @throws AppError as `start`, but for the balance
   */
  async quote(memberId: string, order: StakeOrder): Promise<{ quote: StakeQuote; terms: StakeTerms; rate: Rate }> {
    const [terms, rate, funds] = await Promise.all([this.terms(), this.#rate(), this.funds(memberId)]);
    const all = { ...funds, usd: terms.maximumCp * rate.numerator + (order.usd ?? 0n) };
    return { terms, rate, quote: await this.#judge(memberId, terms, rate, order, all) };
  }

  /** What an order costs in USD, for the rule that asks for a code above an amount. */
  async costOf({ usd, cp }: StakeOrder): Promise<bigint> {
    if (usd !== undefined) return usd;
    const { numerator, denominator } = await this.#rate();
    return ((cp ?? 0n) * numerator) / denominator;
  }

  /**
   * Begins one inside the running transaction: what its reward is promised from is locked until then. With the rate and
   * reward that were shown to the member; a better reward is given, worse is refused and nothing is taken.
   * @throws AppError member.country_needed, stake.closed, stake.too_many, money.below_minimum, money.above_maximum,
   *   stake.terms_changed, money.insufficient_balance, rate.unavailable, rate.stale
   */
  async start(
    memberId: string,
    order: StakeOrder & { readonly shownRate: string },
    call: Idempotency,
  ): Promise<StartedStake> {
    const { database } = this.#parts;
    const [terms, rate] = [await this.terms(), await this.#rate()];
    if (rateText(rate.numerator, rate.denominator) !== order.shownRate) throw new AppError('stake.terms_changed');
    const funds = fundsOf(
      await database.one<FundsRow>('SELECT usd::text, free::text, contracts, at FROM lock_for_stake($1)', [memberId]),
      this.#parts.clock.now(),
    );
    const quote = await this.#judge(memberId, terms, rate, order, funds);
    const { contract } = quote;
    const startDay = utcDayOf(funds.at);
    const agreed = {
      id: contract.id,
      member: memberId,
      rate: rate.id,
      cp: String(contract.cp),
      basis: String(contract.basis),
      reward: String(contract.reward),
      start_day: dayText(startDay),
      matures_on: dayText(startDay + terms.termDays),
    };
    const posted = await database
      .one<{ stake_id: string; journal_id: string; at: Date }>(
        'SELECT stake_id, journal_id, at FROM start_stake($1, $2, $3, $4, $5)',
        [newId(), memberId, call.key, call.requestHash, JSON.stringify(agreed)],
      )
      .catch((error: unknown) => {
        if (postgresFailure(error)?.code === 'TK001') throw new AppError('stake.terms_changed');
        throw explainPostingError(error, 'USD') ?? error;
      });
    if (!posted) throw new Error('start_stake answered nothing');
    return { id: posted.stake_id, reference: posted.journal_id, at: posted.at, quote };
  }

  /**
   * Keeps what is to become of a contract, inside the running transaction; carried out at once where it waits for that.
   * @throws AppError request.not_found, stake.choice_closed, stake.not_open, stake.address_format, withdrawal.address_held,
   *   withdrawal.address_unknown, withdrawal.address_denied, and as StakeMaturities.carryOutNow
   */
  async choose(memberId: string, id: string, order: ChoiceOrder): Promise<MaturityOutcome | 'saved'> {
    const to = order.address === undefined ? undefined : await this.#destination(memberId, order.address);
    const terms = await this.terms();
    if (order.shownDays !== undefined && order.option !== 3 && order.shownDays !== terms.termDays)
      throw new AppError('stake.terms_changed');
    const state = await this.#keep(memberId, id, order, to);
    if (to && order.shownFee !== undefined) await this.#keepFee(memberId, id, order.shownFee, to.chain);
    if (state === 'ongoing') return 'saved';
    const { outcome } = await this.#parts.stakeMaturities.carryOutNow(terms, id, to?.destination);
    return outcome;
  }

  /**
   * Has nothing done at its end.
   * @param chosenAt when the choice was made that is taken back, to the millisecond
   * @throws AppError request.not_found, stake.choice_closed, stake.not_open, stake.choice_changed if it is a later one by now
   */
  async unchoose(memberId: string, id: string, chosenAt?: Date): Promise<void> {
    const stands = await this.#parts.database
      .one<{ chosen_at: Date | null }>('SELECT chosen_at FROM lock_stake($1, $2)', [memberId, id])
      .catch(rethrowRefusal);
    if (chosenAt && stands?.chosen_at && stands.chosen_at.getTime() !== chosenAt.getTime())
      throw new AppError('stake.choice_changed');
    await this.#keep(memberId, id, undefined, undefined);
  }

  /** In USD, what a choice is about. */
  async worthOf(memberId: string, id: string): Promise<bigint> {
    const row = await this.#parts.database.one<{ worth: string }>(
      'SELECT (basis + reward)::text AS worth FROM stake WHERE id = $1 AND member = $2',
      [id, memberId],
    );
    return BigInt(row?.worth ?? 0);
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
      .catch(rethrowRefusal);
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

  async #judge(
    memberId: string,
    terms: StakeTerms,
    rate: Rate,
    order: StakeOrder,
    { usd, free, contracts, at }: StakeFunds,
  ): Promise<StakeQuote> {
    const quote = quoteStake(terms, {
      ...order,
      id: newId(),
      rate,
      usdAvailable: usd,
      freePool: free,
      contracts,
      startedAt: at,
      open: isOpen(await this.sale(memberId)),
      suspended: false, // who is suspended does not come here: the call is for active members
    });
    if (isRefused(quote)) throw explained(quote.refused, terms, order);
    return quote;
  }
}

/** A refusal with the figures that explain it, at the field that it is about. */
function explained(refused: StakeRefusal, terms: StakeTerms, { cp }: StakeOrder): AppError {
  const path = cp === undefined ? 'usd' : 'cp';
  const cpText = (minor: bigint): string => moneyText(money(minor, 'CP'));
  switch (refused) {
    case 'money.below_minimum':
      return fieldError([{ path, code: refused, params: { minimum: cpText(terms.minimumCp) } }]);
    case 'money.above_maximum':
      return fieldError([{ path, code: refused, params: { maximum: cpText(terms.maximumCp) } }]);
    case 'money.insufficient_balance':
      return fieldError([{ path, code: refused }]);
    case 'stake.too_many':
      return new AppError(refused, { params: { maximum: String(terms.contractsMaximum) } });
    case 'member.suspended':
    case 'stake.closed':
    case 'stake.terms_changed':
      return new AppError(refused);
  }
}

interface FundsRow {
  readonly usd: string;
  readonly free: string;
  readonly contracts: number;
  readonly at?: Date;
}

function fundsOf(row: FundsRow | undefined, at: Date): StakeFunds {
  if (!row) throw new Error('there are no funds to read');
  return { usd: BigInt(row.usd), free: BigInt(row.free), contracts: row.contracts, at: row.at ?? at };
}

/** @throws AppError for what the database refuses a choice with, and anything else as it is */
function rethrowRefusal(error: unknown): never {
  const code = postgresFailure(error)?.code;
  if (code === 'TK002') throw new AppError('request.not_found');
  if (code === 'TK003') throw new AppError('stake.choice_closed');
  if (code === 'TK004') throw new AppError('stake.not_open');
  throw error;
}
