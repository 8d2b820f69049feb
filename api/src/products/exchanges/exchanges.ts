import { type BalanceUnit, money, type Parsed, parseAmount } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { accountOf, type MemberAccount, memberAccounts } from '../../ledger/accounts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Limits, leftOf, smallest } from '../../ledger/limits.ts';
import type { ExchangePair, Quote, Quotes } from '../../ledger/quotes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import type { Balances } from '../wallet/balances.ts';

type Terms = AnswerOf<'member', 'getExchangeTerms'>['pairs'][number];

/** Where each unit is given from, and received. */
const accounts = {
  USDP: 'usdpActive',
  USD: 'usdAvailable',
  USDT: 'usdtAvailable',
} as const satisfies Partial<Record<BalanceUnit, MemberAccount>>;

export interface ExchangeParts {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly quotes: Quotes;
  readonly balances: Balances;
  readonly clock: Clock;
}

/** One unit of a member's for another, at a quote that the server keeps for a short time. */
export class Exchanges {
  readonly #parts: ExchangeParts;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  /** For each pair the rules in force and the most that the member can give now. */
  async terms(memberId: string): Promise<AnswerOf<'member', 'getExchangeTerms'>> {
    const { quotes, balances } = this.#parts;
    const [pairs, held] = await Promise.all([quotes.pairs(), balances.byCode(memberId)]);
    return { pairs: await Promise.all(pairs.map((pair) => this.#termsOf(memberId, pair, held))) };
  }

  /**
   * Promises what an amount will give.
   * @throws AppError money.amount_format, money.below_minimum, money.above_maximum, rate.unavailable, rate.stale,
   *   rate.resting
   */
  async quote(
    memberId: string,
    { from, to, amount }: Parsed<'createExchangeQuote'>,
  ): Promise<AnswerOf<'member', 'createExchangeQuote'>> {
    const { quotes, limits } = this.#parts;
    const pair = (await quotes.pairs()).find((each) => each.from === from && each.to === to);
    if (!pair) throw fieldError([{ path: 'to', code: 'field.choice' }]);
    const given = parseAmount(amount, from);
    if (given === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    await limits.check('exchange', from, given);
    const quote = await quotes.make(memberId, from, to, given);
    return {
      ...promised(quote),
      id: quote.id,
      feePercent: pair.feePercent,
      expiresAt: quote.expiresAt,
      validSeconds: quote.validSeconds,
    };
  }

  /** What a quote moves, in USD minor units: for the rule that asks for a code above an amount. */
  async usdValue(memberId: string, quoteId: string): Promise<bigint> {
    const quote = await this.#parts.quotes.find(memberId, quoteId);
    // One that is not there moves nothing, and is refused as such.
    if (!quote) return 0n;
    const { given, credit, fee } = quote;
    const minor = ({ amount, unit }: typeof given): bigint => parseAmount(amount, unit) ?? 0n;
    return credit.unit === 'USD' ? minor(credit) + minor(fee) : minor(given);
  }

  /**
   * Exchanges at a quote, inside the running transaction.
   * @throws AppError exchange.quote_expired, rate.resting, money.insufficient_balance, money.daily_limit
   */
  async exchange(memberId: string, quoteId: string, call: Idempotency): Promise<AnswerOf<'member', 'createExchange'>> {
    const { quotes, ledger, balances, clock } = this.#parts;
    const quote = await quotes.find(memberId, quoteId);
    if (!quote) throw new AppError('exchange.quote_expired');
    const { id, at } = await ledger.exchange({
      owner: memberId,
      key: call.key,
      requestHash: call.requestHash,
      memo: { quote: quoteId },
      unit: quote.given.unit,
      quoteId,
      now: clock.now(),
    });
    const after = await balances.byCode(memberId);
    const { unit } = quote.credit;
    return {
      ...promised(quote),
      reference: id,
      balanceAfter: money(after.get(memberAccounts[accountNameOf(unit)].code) ?? 0n, unit),
      at,
    };
  }

  async #termsOf(memberId: string, pair: ExchangePair, held: ReadonlyMap<number, bigint>): Promise<Terms> {
    const { limits } = this.#parts;
    const { from, to, rate, feePercent } = pair;
    const account = accountNameOf(from);
    const rule = await limits.rule('exchange', from);
    const dayLeft = leftOf(rule, await limits.usedToday('exchange', accountOf(memberId, account)));
    const available = held.get(memberAccounts[account].code) ?? 0n;
    const amount = (minor: bigint) => money(minor, from);
    return {
      from: from as Terms['from'],
      to: to as Terms['to'],
      rate,
      feePercent,
      minimum: amount(rule.minimum),
      maximum: amount(rule.maximum),
      dayMaximum: amount(rule.dayMaximum),
      dayLeft: amount(dayLeft),
      available: amount(available),
      exchangeable: amount(smallest(available, rule.maximum, dayLeft)),
    };
  }
}

const promised = ({ given, credit, fee, rate }: Quote) => ({ given, credit, fee, rate });

function accountNameOf(unit: string): (typeof accounts)[keyof typeof accounts] {
  if (!Object.hasOwn(accounts, unit)) throw new Error(`${unit} is not exchanged`);
  return accounts[unit as keyof typeof accounts];
}
