import { type Money, money, parseAmount, type Unit } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import { fieldError } from '../../ground/errors.ts';
import type { LimitedOperation } from '../../ledger/limits.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { recordAudit } from '../audit/auditLog.ts';
import { readRatio, writeRatio } from './ratio.ts';
import { explainTermsError } from './termsError.ts';

export type TermState = 'coming' | 'inForce' | 'over';

/** Least, most and a day's most of an operation, and its fee. */
export interface LimitTerm {
  readonly operation: LimitedOperation;
  readonly unit: Unit;
  readonly minimum: Money;
  readonly maximum: Money;
  readonly dayMaximum: Money;
  readonly fee: Money;
  readonly from: Date;
  readonly setBy: string;
  readonly state: TermState;
}

/** What a product takes. */
export interface FeeTerm {
  readonly product: 'exchange' | 'withdrawal';
  /** `USDP-USD` of an exchange, `USDT-TRON` (asset and chain) of a withdrawal. */
  readonly subject: string;
  readonly fixed: Money;
  /** A decimal number. */
  readonly percent: string;
  readonly from: Date;
  readonly setBy: string;
  readonly state: TermState;
}

type Written<Term, Amounts extends keyof Term> = Omit<Term, Amounts | 'from' | 'setBy' | 'state'> &
  Readonly<Record<Amounts, string>> & { readonly from: Date | undefined };
/** Amounts as decimals of the unit. */
export type NewLimit = Written<LimitTerm, 'minimum' | 'maximum' | 'dayMaximum' | 'fee'>;
export type NewFee = Written<FeeTerm, 'fixed'>;

interface TermRow {
  readonly unit: Unit;
  readonly from: Date;
  readonly setBy: string;
  readonly state: TermState;
}
type LimitRow = TermRow & Record<'minimum' | 'maximum' | 'day_maximum' | 'fee', string> & Pick<LimitTerm, 'operation'>;
type FeeRow = TermRow & Pick<FeeTerm, 'product' | 'subject'> & { readonly fixed: string; readonly ppm: number };

/** $1: the present moment. The one in force is the latest whose time has come. */
const termColumns = (key: string): string => `unit, effective_from AS "from", set_by AS "setBy",
  CASE WHEN effective_from > $1 THEN 'coming'
       WHEN effective_from = max(effective_from) FILTER (WHERE effective_from <= $1) OVER (PARTITION BY ${key}) THEN 'inForce'
       ELSE 'over' END AS state`;

/** Where operators set limits and fees. Every change stands in the audit log. */
export class LimitAndFeeService {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @param history with those that are over */
  async limits(history: boolean): Promise<LimitTerm[]> {
    const rows = await this.#database.rows<LimitRow>(
      `SELECT * FROM (SELECT operation, minimum, maximum, day_maximum, fee, ${termColumns('operation, unit')} FROM money_limit) terms
        WHERE $2 OR state <> 'over' ORDER BY operation, unit, "from" DESC LIMIT 1000`,
      [await this.#databaseNow(), history],
    );
    return rows.map(({ operation, minimum, maximum, day_maximum: dayMaximum, fee, ...term }) => {
      const of = (minor: string) => money(BigInt(minor), term.unit);
      return {
        operation,
        ...term,
        minimum: of(minimum),
        maximum: of(maximum),
        dayMaximum: of(dayMaximum),
        fee: of(fee),
      };
    });
  }

  /** @throws AppError rate.unknown, rate.past, rate.taken, request.invalid */
  async setLimit(limit: NewLimit, deed: ActorWithReason): Promise<LimitTerm> {
    const { operation, unit, from } = limit;
    const amounts = (['minimum', 'maximum', 'dayMaximum', 'fee'] as const).map((path) => read(limit[path], unit, path));
    return this.#change({
      action: 'limit.set',
      subject: `${operation} ${unit}`,
      deed,
      from,
      terms: () => this.limits(false),
      now: await this.#databaseNow(),
      isIt: (term) => term.operation === operation && term.unit === unit,
      make: (begins, now) =>
        this.#database.rows('SELECT set_money_limit($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
          operation,
          unit,
          ...amounts,
          begins,
          deed.actor,
          now,
        ]),
    });
  }

  /** @param history with those that are over */
  async fees(history: boolean): Promise<FeeTerm[]> {
    const rows = await this.#database.rows<FeeRow>(
      `SELECT * FROM (SELECT product, subject, fixed, ppm, ${termColumns('product, subject')} FROM fee_rule) terms
        WHERE $2 OR state <> 'over' ORDER BY product, subject, "from" DESC LIMIT 1000`,
      [this.#clock.now(), history],
    );
    return rows.map(({ fixed, ppm, unit, ...term }) => {
      const percent = writeRatio({ numerator: BigInt(ppm), denominator: 10_000n });
      return { ...term, fixed: money(BigInt(fixed), unit), percent };
    });
  }

  /** @throws AppError rate.unknown, rate.past, rate.taken, request.invalid */
  async setFee({ product, subject, fixed, percent, from }: NewFee, deed: ActorWithReason): Promise<FeeTerm> {
    const isIt = (term: FeeTerm): boolean => term.product === product && term.subject === subject;
    const known = (await this.fees(false)).find(isIt);
    const { numerator, denominator } = readRatio(percent);
    const ppm = (numerator * 10_000n) / denominator;
    const amount = read(fixed, known?.fixed.unit ?? 'USD', 'fixed');
    return this.#change({
      action: 'fee.set',
      subject: `${product} ${subject}`,
      deed,
      from,
      isIt,
      terms: () => this.fees(false),
      now: this.#clock.now(),
      make: (begins, now) =>
        this.#database.rows('SELECT set_fee($1, $2, $3, $4, $5, $6, $7)', [
          product,
          subject,
          amount,
          ppm.toString(),
          begins,
          deed.actor,
          now,
        ]),
    });
  }

  /** The posting goes by the database's own clock. */
  async #databaseNow(): Promise<Date> {
    const row = await this.#database.one<{ now: Date }>('SELECT product_now() AS now');
    return row?.now ?? this.#clock.now();
  }

  #change<Term extends LimitTerm | FeeTerm>(change: Change<Term>): Promise<Term> {
    const { action, subject, deed, now, from, terms, isIt, make } = change;
    const { reason, ...by } = deed;
    const begins = from ?? now;
    return this.#database.inTransaction(async () => {
      const before = (await terms()).find((term) => isIt(term) && term.state === 'inForce');
      await make(begins, now).catch((error: unknown) => {
        throw explainTermsError(error) ?? error;
      });
      const after = (await terms()).find((term) => isIt(term) && term.from.getTime() === begins.getTime());
      if (!after) throw new Error('what was set is not there');
      await recordAudit(this.#database, { ...by, action, subject, reason, ...(before && { before }), after });
      return after;
    });
  }
}

/** One change to a list of terms. */
interface Change<Term> {
  readonly action: string;
  readonly subject: string;
  readonly deed: ActorWithReason;
  readonly now: Date;
  /** Without it: at once. */
  readonly from: Date | undefined;
  readonly terms: () => Promise<Term[]>;
  readonly isIt: (term: Term) => boolean;
  readonly make: (begins: Date, now: Date) => Promise<unknown>;
}

function read(amount: string, unit: Unit, path: string): string {
  const minor = parseAmount(amount, unit);
  if (minor === undefined) throw fieldError([{ path, code: 'money.amount_format' }]);
  return minor.toString();
}
