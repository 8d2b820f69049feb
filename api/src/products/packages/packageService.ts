import { v7 as newId } from 'uuid';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { throwRefusal } from '../../platform/db/sqlStates.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import { type Sale, saleIn } from '../sale/saleTo.ts';
import { type BoughtPackage, boughtOf, purchase, purchaseItem } from './packagePurchases.ts';
import {
  explained,
  type FiguresRow,
  figuresOf,
  orderInSql,
  type PackageFigures,
  type PackageOrder,
  type RefusedRow,
} from './packageQuote.ts';
import { packageTermsNow } from './packageRules.ts';
import type { LevelTerms, PackageTerms } from './packageTerms.ts';

/** What is sold to a member now, and what they have for it. Minor units. */
export interface PackageOffer {
  readonly sale: Sale;
  /** By the law of the member's country; `undefined` where that is not known. */
  readonly cancelDays: number | undefined;
  readonly terms: PackageTerms;
  readonly usd: bigint;
  readonly rp: bigint;
  readonly levels: readonly OfferedLevel[];
}

export interface OfferedLevel extends LevelTerms {
  readonly days: number;
  /** What the terms would give, and what the pool can promise of it. */
  readonly fullReward: bigint;
  readonly reward: bigint;
}

/** What a member would get now. */
export interface PackageQuote extends PackageFigures {
  readonly rpMaximum: bigint;
  readonly fullReward: bigint;
  /** Until then it can be cancelled. */
  readonly cancelUntil: Date | null;
  /** What comes back, in USD after the exchange fee: with its reward, and without. */
  readonly bestUsd: bigint;
  readonly zeroUsd: bigint;
}

export interface CancelledPackage {
  readonly reference: string;
  readonly cancelledAt: Date;
  /** It was cancelled before. */
  readonly replayed: boolean;
  readonly level: string;
  /** In minor units of USD. */
  readonly price: bigint;
}

export interface PackageParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
}

/** Packages: what one would be now, buying one, and taking it back. What one is, is computed by packages.sql. */
export class PackageService {
  readonly #parts: PackageParts;

  constructor(parts: PackageParts) {
    this.#parts = parts;
  }

  /** The levels, what the pool can promise of each now, and whether they are sold to this member. */
  async offer(memberId: string): Promise<PackageOffer> {
    const { database, clock, rules } = this.#parts;
    const [terms, row] = await Promise.all([
      packageTermsNow(rules),
      database.one<OfferRow>(
        `SELECT m.country, facts ->> 'usd' AS usd, facts ->> 'rp' AS rp, (facts -> 'cancelDays')::integer AS "cancelDays",
                (SELECT json_agg(json_build_object('level', e.level, 'days', e.loops * (terms -> 'loopDays')::integer,
                     'fullReward', e.full_reward::text, 'reward', least(e.full_reward, pool.balance)::text))
                   FROM jsonb_to_recordset(terms -> 'levels') AS listed (level text)
                   CROSS JOIN LATERAL package_earnings(terms, listed.level, NULL) e) AS levels
           FROM member m CROSS JOIN package_facts(ARRAY[m.id], $2) CROSS JOIN package_terms_at($2) AS terms
           JOIN account pool ON pool.id = system_account('packageRewardPool') WHERE m.id = $1`,
        [memberId, clock.now()],
      ),
    ]);
    if (!row) throw new Error(`there is no member ${memberId}`);
    const { country, cancelDays, usd, rp } = row;
    const earned = new Map(row.levels.map((each) => [each.level, each]));
    return {
      sale: await saleIn(rules, 'package', country),
      cancelDays: country === null ? undefined : cancelDays,
      terms,
      usd: BigInt(usd),
      rp: BigInt(rp),
      levels: terms.levels.flatMap((level) => {
        const levelReward = earned.get(level.level);
        if (!levelReward) return [];
        const { days, fullReward, reward } = levelReward;
        return [{ ...level, days, fullReward: BigInt(fullReward), reward: BigInt(reward) }];
      }),
    };
  }

  /**
   * What a member would get now, also for what they cannot pay: it is to be looked at first. Nothing is locked, so a
   * purchase may find less in the pool.
   * @throws AppError as `buy`, but for the balance
   */
  async quote(memberId: string, order: PackageOrder): Promise<{ quote: PackageQuote; terms: PackageTerms }> {
    const { database, clock, rules } = this.#parts;
    const [terms, row] = await Promise.all([
      packageTermsNow(rules),
      database.one<QuoteRow | RefusedRow>('SELECT * FROM package_quote_of($1, $2, $3)', [
        memberId,
        JSON.stringify(orderInSql(order)),
        clock.now(),
      ]),
    ]);
    if (!row) throw new Error(`there is no member ${memberId}`);
    if (row.refused !== null) throw explained(row, terms, order);
    const { rpMaximum, fullReward, cancelUntil, bestUsd, zeroUsd } = row;
    return {
      terms,
      quote: {
        ...figuresOf(row),
        rpMaximum: BigInt(rpMaximum),
        fullReward: BigInt(fullReward),
        cancelUntil,
        bestUsd: BigInt(bestUsd),
        zeroUsd: BigInt(zeroUsd),
      },
    };
  }

  /** What an order costs, for the rule that asks for a code above an amount. What is not sold costs nothing. */
  async priceOf({ level, custom }: PackageOrder): Promise<bigint> {
    if (custom !== undefined) return custom;
    const terms = await packageTermsNow(this.#parts.rules);
    return terms.levels.find((each) => each.level === level)?.price ?? 0n;
  }

  /**
   * Buys one inside the running transaction: what its reward is promised from is locked until then. With the reward that
   * was shown to the member; more is given, less is refused and nothing is taken.
   * @throws AppError member.suspended, member.country_needed, package.closed, package.level_unknown, package.below_minimum,
   *   money.above_maximum, package.step, package.rp_share, package.terms_changed, package.cancelled_often,
   *   package.cancellable_full, money.insufficient_balance
   */
  async buy(memberId: string, order: PackageOrder, call: Idempotency): Promise<BoughtPackage> {
    const { database, rules } = this.#parts;
    const [row] = await purchase(database, [purchaseItem(memberId, order, call)]);
    if (!row) throw new Error('purchase_packages has bought nothing');
    if (row.refused !== null) throw explained(row, await packageTermsNow(rules), order);
    return boughtOf(row);
  }

  /**
   * Takes a purchase back, inside the running transaction: once, however often it is asked for.
   * @throws AppError request.not_found, package.not_cancellable
   */
  async cancel(memberId: string, packageId: string): Promise<CancelledPackage> {
    const row = await this.#parts.database
      .one<Omit<CancelledPackage, 'price'> & { price: string }>(
        `SELECT journal_id AS reference, replayed, at AS "cancelledAt", level, price::text
           FROM cancel_package($1, $2, $3) JOIN package ON package.id = $3`,
        [newId(), memberId, packageId],
      )
      .catch(throwRefusal);
    if (!row) throw new Error('cancel_package answered nothing');
    return { ...row, price: BigInt(row.price) };
  }
}

interface OfferRow {
  readonly country: string | null;
  readonly usd: string;
  readonly rp: string;
  readonly cancelDays: number;
  readonly levels: readonly {
    readonly level: string;
    readonly days: number;
    readonly fullReward: string;
    readonly reward: string;
  }[];
}

interface QuoteRow extends FiguresRow {
  readonly refused: null;
  readonly rpMaximum: string;
  readonly fullReward: string;
  readonly cancelUntil: Date | null;
  readonly bestUsd: string;
  readonly zeroUsd: string;
}
