import { v7 as newId } from 'uuid';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { isRefused } from '../../ground/refused.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import { isOpen, type Sale, saleIn } from '../sale/saleTo.ts';
import { agreedOf } from './packageAgreement.ts';
import { earnings, type PackageQuote, type PackageRequest, quotePackage } from './packageQuote.ts';
import { explained } from './packageRefusals.ts';
import { packageTermsNow } from './packageRules.ts';
import type { LevelTerms, PackageTerms } from './packageTerms.ts';

/** A level by its name, or else an amount of one's own. Minor units. */
export type PackageOrder = Pick<PackageRequest, 'level' | 'custom' | 'rp' | 'shownReward' | 'shown'>;

export interface BoughtPackage {
  readonly id: string;
  /** The journal's, as records have it. */
  readonly reference: string;
  readonly at: Date;
  readonly quote: PackageQuote;
}

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

export type OfferedLevel = LevelTerms & ReturnType<typeof earnings>;

export interface CancelledPackage {
  readonly reference: string;
  readonly cancelledAt: Date;
  /** It was cancelled before. */
  readonly replayed: boolean;
  readonly level: string;
  /** In minor units of USD. */
  readonly price: bigint;
}

interface Funds {
  readonly usd: bigint;
  readonly rp: bigint;
  readonly free: bigint;
  readonly at: Date;
  /** By the law of the member's country. */
  readonly cancelDays: number;
  /** What bounds who has this right, as PackageRequest says it. */
  readonly restsUntil: Date | undefined;
  readonly cancelRoom: bigint | undefined;
  /** Where the member lives; `null`: they have not told. */
  readonly country: string | null;
}

export interface PackageParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
}

/** Packages: what one would be now, buying one, and taking it back. */
export class PackageService {
  readonly #parts: PackageParts;

  constructor(parts: PackageParts) {
    this.#parts = parts;
  }

  /** The levels, what the pool can promise of each now, and whether they are sold to this member. */
  async offer(memberId: string): Promise<PackageOffer> {
    const [terms, { usd, rp, free, country, cancelDays }] = await Promise.all([
      packageTermsNow(this.#parts.rules),
      this.#funds(memberId),
    ]);
    const sale = await saleIn(this.#parts.rules, 'package', country);
    const levels = terms.levels.map((level) => ({ ...level, ...earnings(terms, level, level.price, free) }));
    return { sale, cancelDays: country === null ? undefined : cancelDays, terms, usd, rp, levels };
  }

  /**
   * What a member would get now, also for what they cannot pay: it is to be looked at first. Nothing is locked, so a
   * purchase may find less in the pool.
   * @throws AppError as `buy`, but for the balance
   */
  async quote(memberId: string, order: PackageOrder): Promise<{ quote: PackageQuote; terms: PackageTerms }> {
    const terms = await packageTermsNow(this.#parts.rules);
    const funds = await this.#funds(memberId);
    const all = order.rp + terms.levels.reduce((most, { price }) => (price > most ? price : most), terms.maximum);
    return { terms, quote: await this.#judge(terms, order, { ...funds, usd: all, rp: all }) };
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
   * @throws AppError member.country_needed, package.closed, package.level_unknown, package.below_minimum,
   *   money.above_maximum, package.step, package.rp_share, package.terms_changed, money.insufficient_balance
   */
  async buy(memberId: string, order: PackageOrder, call: Idempotency): Promise<BoughtPackage> {
    const terms = await packageTermsNow(this.#parts.rules);
    const funds = await this.#lock(memberId);
    const quote = await this.#judge(terms, order, funds);
    const agreed = { ...agreedOf(terms, quote, funds.cancelDays), id: newId(), member: memberId };
    const posted = await this.#parts.database
      .one<{ package_id: string; journal_id: string; at: Date }>(
        'SELECT package_id, journal_id, at FROM buy_package($1, $2, $3, $4, $5, $6::bigint[], $7::bigint[])',
        [
          newId(),
          memberId,
          call.key,
          call.requestHash,
          JSON.stringify(agreed),
          quote.loops.map(({ value }) => String(value)),
          quote.loops.map(({ reward }) => String(reward)),
        ],
      )
      .catch((error: unknown) => {
        if (postgresFailure(error)?.code === 'TP001') throw new AppError('package.terms_changed');
        throw explainPostingError(error, 'USD') ?? error;
      });
    if (!posted) throw new Error('buy_package answered nothing');
    return { id: posted.package_id, reference: posted.journal_id, at: posted.at, quote };
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
      .catch((error: unknown) => {
        const code = postgresFailure(error)?.code;
        if (code === 'TP002') throw new AppError('request.not_found');
        if (code === 'TP003') throw new AppError('package.not_cancellable');
        throw error;
      });
    if (!row) throw new Error('cancel_package answered nothing');
    return { ...row, price: BigInt(row.price) };
  }

  /** What is there now, without a lock. */
  async #funds(memberId: string): Promise<Funds> {
    const { database, clock } = this.#parts;
    const at = clock.now();
    const row = await database.one<FundsRow>(
      `SELECT coalesce(max(balance) FILTER (WHERE code = 101), 0)::text AS usd,
              coalesce(max(balance) FILTER (WHERE code = 131), 0)::text AS rp,
              coalesce(max(balance) FILTER (WHERE code = 601), 0)::text AS free,
              max(c.days) AS "cancelDays", max(c.rests_until) AS "restsUntil", max(c.room)::text AS "cancelRoom",
              (SELECT country FROM member WHERE id = $1) AS country
         FROM package_cancelling($1, $2) c, account WHERE id = ANY ($3::bigint[])`,
      [memberId, at, [`${memberId}101`, `${memberId}131`, '601']],
    );
    return fundsOf(row, at);
  }

  async #lock(memberId: string): Promise<Funds> {
    const row = await this.#parts.database.one<FundsRow & { at: Date }>(
      `SELECT usd::text, rp::text, free::text, at, c.days AS "cancelDays", c.rests_until AS "restsUntil", c.room::text AS "cancelRoom",
              (SELECT country FROM member WHERE id = $1) AS country FROM lock_for_package($1) f, package_cancelling($1, f.at) c`,
      [memberId],
    );
    return fundsOf(row, row?.at ?? this.#parts.clock.now());
  }

  async #judge(
    terms: PackageTerms,
    order: PackageOrder,
    { usd, rp, free, at, cancelDays, restsUntil, cancelRoom, country }: Funds,
  ): Promise<PackageQuote> {
    const quote = quotePackage(terms, {
      ...order,
      usdAvailable: usd,
      rpAvailable: rp,
      freePool: free,
      startedAt: at,
      ...{ cancelDays, restsUntil, cancelRoom },
      open: isOpen(await saleIn(this.#parts.rules, 'package', country)),
      suspended: false, // who is suspended does not come here: the call is for active members
    });
    if (isRefused(quote)) throw explained(quote.refused, terms, { ...order, restsUntil, cancelRoom });
    return quote;
  }
}

interface FundsRow {
  readonly usd: string;
  readonly rp: string;
  readonly free: string;
  readonly cancelDays: number;
  readonly restsUntil: Date | null;
  readonly cancelRoom: string | null;
  readonly country: string | null;
}

function fundsOf(row: FundsRow | undefined, at: Date): Funds {
  if (!row) throw new Error('there are no funds to read');
  const { usd, rp, free, cancelDays, restsUntil, cancelRoom, country } = row;
  return {
    ...{ usd: BigInt(usd), rp: BigInt(rp), free: BigInt(free), at, cancelDays, country },
    restsUntil: restsUntil ?? undefined,
    cancelRoom: cancelRoom === null ? undefined : BigInt(cancelRoom),
  };
}
