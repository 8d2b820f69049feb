import { type Money, money, moneyText, type Parsed, parseAmount } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { v7 as uuidv7 } from 'uuid';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { MemberLocks } from '../../identity/members/memberLocks.ts';
import { memberAccounts } from '../../ledger/accounts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Limits, leftOf, smallest } from '../../ledger/limits.ts';
import { limitError } from '../../ledger/refusals.ts';
import type { Database } from '../../platform/db/database.ts';
import { throwRefusal } from '../../platform/db/sqlStates.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import type { Balances } from '../wallet/balances.ts';
import type { Destinations } from './destinations.ts';
import { enterWithdrawal } from './enterWithdrawal.ts';
import type { PayoutRequest, PayoutTerms, SourceUnit } from './payoutTerms.ts';
import type { WithdrawalNotifier } from './withdrawalNotifier.ts';
import { payoutsFrozen, type WithdrawalRepository, type WithdrawalRow } from './withdrawalRepository.ts';
import { heldAccounts, type WithdrawalSteps } from './withdrawalSteps.ts';

type Terms = AnswerOf<'member', 'getWithdrawalTerms'>;
type Order = Omit<Parsed<'createWithdrawal'>, 'code'>;

const sources: readonly SourceUnit[] = ['USD', 'USDT'];

export interface WithdrawalParts {
  readonly database: Database;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly balances: Balances;
  readonly payoutTerms: PayoutTerms;
  readonly destinations: Destinations;
  readonly withdrawalRepository: WithdrawalRepository;
  readonly withdrawalSteps: WithdrawalSteps;
  readonly withdrawalNotifier: WithdrawalNotifier;
}

/** What members do with withdrawals: ask what one gives, submit it, and say no as long as nobody has approved. */
export class Withdrawals {
  readonly #parts: WithdrawalParts;

  constructor(parts: WithdrawalParts) {
    this.#parts = parts;
  }

  /** The rules in force and the most that the member can withdraw now. */
  async terms(memberId: string): Promise<Terms> {
    const { balances, database, payoutTerms, rules } = this.#parts;
    const [held, used, options, { reviewHours }, isFrozen] = await Promise.all([
      balances.byCode(memberId),
      this.#usedToday(memberId),
      payoutTerms.options(),
      rules.at('withdrawalReview'),
      payoutsFrozen(database),
    ]);
    return {
      sources: await Promise.all(sources.map((unit) => this.#sourceOf(unit, held, used))),
      payouts: await Promise.all(
        options.map(async (option) => ({
          asset: option.asset,
          chain: option.chain,
          fee: money(option.feeMinor, option.asset),
          closed: !(await payoutTerms.isOpen(option)),
        })),
      ),
      reviewHours,
      payoutsFrozen: isFrozen,
    };
  }

  /** @throws AppError money.amount_format, money.below_minimum, money.above_maximum, and as PayoutTerms.amountsOf */
  async quote(wanted: Parsed<'getWithdrawalQuote'>): Promise<AnswerOf<'member', 'getWithdrawalQuote'>> {
    const request = await this.#readRequest(wanted);
    const { feeMinor, receivedMinor, rateText, leastMinor } = await this.#parts.payoutTerms.amountsOf(request);
    return {
      fee: money(feeMinor, request.asset),
      received: money(receivedMinor, request.asset),
      rate: rateText ?? null,
      acceptsFrom: leastMinor === undefined ? null : money(leastMinor, request.asset),
    };
  }

  /**
   * Submits inside the running transaction: the amount is held, and the review begins.
   * @throws AppError as `quote` and Destinations.use, withdrawal.terms_changed, money.insufficient_balance,
   *   money.daily_limit
   */
  async submit(memberId: string, order: Order, call: Idempotency): Promise<AnswerOf<'member', 'createWithdrawal'>> {
    const { memberLocks, ledger, payoutTerms, destinations, withdrawalRepository } = this.#parts;
    const request = await this.#readRequest(order);
    const destination = await destinations.use(memberId, order.chain, order.address);
    const amounts = await payoutTerms.amountsOf(request);
    if (order.received !== money(amounts.receivedMinor, request.asset).amount)
      throw new AppError('withdrawal.terms_changed');
    const acceptsFromMinor = amounts.leastMinor === undefined ? undefined : leastAccepted(order, amounts.receivedMinor);
    // One at a time for a member: both units count against one day.
    await memberLocks.lockRow(memberId);
    const id = uuidv7();
    const { unit, amountMinor } = request;
    const { id: hold } = await ledger.hold({
      owner: memberId,
      key: call.key,
      requestHash: call.requestHash,
      memo: { withdrawal: id },
      unit,
      ...heldAccounts(memberId, unit),
      amountMinor,
      limit: { operation: 'withdrawal', unit },
    });
    await this.#checkDay(memberId, unit, amountMinor);
    await enterWithdrawal(this.#parts, {
      id,
      memberId,
      request,
      amounts,
      destination,
      addressTyped: order.address,
      hold,
      acceptsFromMinor,
    }).catch(throwRefusal);
    return withdrawalRepository.find(memberId, id);
  }

  /**
   * Says no, in a transaction of its own.
   * @throws AppError request.not_found, withdrawal.not_cancellable, withdrawal.counted_on
   */
  async cancel(memberId: string, id: string): Promise<AnswerOf<'member', 'cancelWithdrawal'>> {
    const { database, withdrawalRepository, withdrawalSteps } = this.#parts;
    return database.inTransaction(async () => {
      await withdrawalRepository.find(memberId, id);
      // The member's row, as a choice of a stake takes it: one comes after the other.
      await this.#parts.memberLocks.lockRow(memberId);
      const row = await withdrawalSteps.lock(id);
      const isPaid = row.payout !== null || row.reached || row.void_until !== null;
      if (isPaid || !(await withdrawalSteps.may(row, 'ended', 'member')))
        throw new AppError('withdrawal.not_cancellable');
      if (await this.#isCountedOn(row)) throw new AppError('withdrawal.counted_on');
      await withdrawalSteps.reject(row, 'cancelled');
      return withdrawalRepository.find(memberId, id);
    });
  }

  /** Whether a stake that is to be paid out whole counts on this: all USD had to be withdrawn first. */
  async #isCountedOn({ member, unit, origin }: WithdrawalRow): Promise<boolean> {
    if (unit !== 'USD' || origin !== 'balance') return false;
    const row = await this.#parts.database.one<{ counted: boolean }>(
      'SELECT stake_counts_on_withdrawals($1) AS counted',
      [member],
    );
    return row?.counted ?? false;
  }

  async #readRequest({
    unit,
    amount,
    asset,
    chain,
    of: stakeId,
  }: Parsed<'getWithdrawalQuote'>): Promise<PayoutRequest> {
    const amountMinor = parseAmount(amount, unit);
    if (amountMinor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    if (stakeId !== 'stake') await this.#parts.limits.check('withdrawal', unit, amountMinor);
    return { unit, amountMinor, asset, chain };
  }

  /** After the hold, which has counted it. @throws AppError money.daily_limit */
  async #checkDay(memberId: string, unit: SourceUnit, amountMinor: bigint): Promise<void> {
    const { dayMaximum } = await this.#parts.limits.rule('withdrawal', unit);
    const used = await this.#usedToday(memberId);
    const text = (minor: bigint): string => moneyText(money(minor, unit));
    if (used > dayMaximum)
      throw limitError('money.daily_limit', {
        maximum: text(dayMaximum),
        left: text(leftOf({ dayMaximum }, used - amountMinor)),
      });
  }

  /** In both units together, at face value. */
  async #usedToday(memberId: string): Promise<bigint> {
    const { limits } = this.#parts;
    const used = await Promise.all(
      sources.map((unit) => limits.usedToday('withdrawal', heldAccounts(memberId, unit).source)),
    );
    return used.reduce((sum, each) => sum + each, 0n);
  }

  async #sourceOf(
    unit: SourceUnit,
    held: ReadonlyMap<number, bigint>,
    used: bigint,
  ): Promise<Terms['sources'][number]> {
    const rule = await this.#parts.limits.rule('withdrawal', unit);
    const account = unit === 'USD' ? memberAccounts.usdAvailable : memberAccounts.usdtAvailable;
    const available = held.get(account.code) ?? 0n;
    const dayLeft = leftOf(rule, used);
    const amountOf = (minor: bigint): Money => money(minor, unit);
    return {
      unit,
      minimum: amountOf(rule.minimum),
      maximum: amountOf(rule.maximum),
      dayMaximum: amountOf(rule.dayMaximum),
      dayLeft: amountOf(dayLeft),
      available: amountOf(available),
      withdrawable: amountOf(smallest(available, rule.maximum, dayLeft)),
    };
  }
}

/**
 * The least that a member accepts where the amount is fixed with the approval: what was shown, if they say nothing else.
 * @throws AppError money.amount_format
 */
function leastAccepted({ asset, acceptsFrom }: Order, receivedMinor: bigint): bigint {
  const least = acceptsFrom === undefined ? receivedMinor : parseAmount(acceptsFrom, asset);
  if (least === undefined || least <= 0n || least > receivedMinor)
    throw fieldError([{ path: 'acceptsFrom', code: 'money.amount_format' }]);
  return least;
}
