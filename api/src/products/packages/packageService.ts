import { money, moneyText } from '@trellis/api-contract';
import { v7 as newId } from 'uuid';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { isRefused } from '../../ground/refused.ts';
import { dayText } from '../../ground/utcDay.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import { earnings, type PackageQuote, type PackageRefusal, type PackageRequest, quotePackage } from './packageQuote.ts';
import { packageTermsNow } from './packageRules.ts';
import type { LevelTerms, PackageTerms } from './packageTerms.ts';

/** A level by its name, or else an amount of one's own. Minor units. */
export type PackageOrder = Pick<PackageRequest, 'level' | 'custom' | 'rp' | 'shownReward'>;

export interface BoughtPackage {
  readonly id: string;
  /** The journal's, as records have it. */
  readonly reference: string;
  readonly at: Date;
  readonly quote: PackageQuote;
}

/** What is sold to a member now, and what they have for it. Minor units. */
export interface PackageOffer {
  /** `countryNeeded`: it depends on where they live, which they have not told. */
  readonly sale: 'open' | 'closed' | 'countryNeeded';
  readonly terms: PackageTerms;
  readonly usd: bigint;
  readonly rp: bigint;
  readonly levels: readonly OfferedLevel[];
}

export type OfferedLevel = LevelTerms & ReturnType<typeof earnings>;

/** A package that a member has, as it was agreed, with what has come back. Minor units. */
export interface OwnPackage {
  readonly id: string;
  readonly planType: 'level' | 'custom';
  readonly level: string;
  readonly price: bigint;
  readonly rp: bigint;
  readonly reward: bigint;
  readonly startedAt: Date;
  readonly loops: readonly OwnLoop[];
  /** Until then the law lets it be cancelled. */
  readonly cancelUntil: Date | null;
  readonly cancelledAt: Date | null;
  /** `null` until it is made. */
  readonly certificate: { readonly serial: number; readonly hash: string } | null;
}

export interface OwnLoop {
  readonly n: number;
  /** `2026-03-09`, UTC: it comes back when that day begins. */
  readonly dueOn: string;
  readonly value: bigint;
  readonly reward: bigint;
  /** `null` while it is locked. */
  readonly releasedAt: Date | null;
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

interface Funds {
  readonly usd: bigint;
  readonly rp: bigint;
  readonly free: bigint;
  readonly at: Date;
  /** By the law of the member's country. */
  readonly cancelDays: number;
}

export interface PackageParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
}

/** Packages: what one would be now, buying one, and those a member has. */
export class PackageService {
  readonly #parts: PackageParts;

  constructor(parts: PackageParts) {
    this.#parts = parts;
  }

  /** The levels, what the pool can promise of each now, and whether they are sold to this member. */
  async offer(memberId: string): Promise<PackageOffer> {
    const [terms, { usd, rp, free }, sale] = await Promise.all([
      packageTermsNow(this.#parts.rules),
      this.#funds(memberId),
      this.#saleTo(memberId),
    ]);
    const levels = terms.levels.map((level) => ({ ...level, ...earnings(terms, level, level.price, free) }));
    return { sale, terms, usd, rp, levels };
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
    return { terms, quote: await this.#judge(memberId, terms, order, { ...funds, usd: all, rp: all }) };
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
    const { database, rules } = this.#parts;
    const terms = await packageTermsNow(rules);
    const funds = await this.#lock(memberId);
    const quote = await this.#judge(memberId, terms, order, funds);
    const agreed = {
      id: newId(),
      member: memberId,
      plan_type: quote.planType,
      level: quote.level,
      price: String(quote.price),
      rp: String(quote.rp),
      reward: String(quote.reward),
      apr_ppm: aprOf(terms, quote.level),
      loops: quote.loops.length,
      loop_days: terms.loopDays,
      start_day: dayText(quote.startDay),
      cancel_days: funds.cancelDays,
    };
    const posted = await database
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

  /** The certificate of a contract, for anybody who knows its id. `undefined`: there is none, or none yet. */
  async certificate(
    contract: string,
  ): Promise<{ json: string; hash: string; issuedAt: Date; cancelledAt: Date | null } | undefined> {
    return this.#parts.database.one(
      `SELECT c.json, c.hash, c.issued_at AS "issuedAt", x.cancelled_at AS "cancelledAt"
         FROM certificate c LEFT JOIN package_cancellation x USING (package) WHERE c.package = $1`,
      [contract],
    );
  }

  /** All that a member has bought, the latest first. */
  async list(memberId: string): Promise<OwnPackage[]> {
    const rows = await this.#parts.database.rows<PackageRow>(
      `SELECT p.id, p.plan_type AS "planType", p.level, p.price::text, p.rp::text, p.reward::text,
              p.started_at AS "startedAt", CASE WHEN p.cancel_days > 0 THEN p.counted_at END AS "cancelUntil",
              (SELECT cancelled_at FROM package_cancellation WHERE package = p.id) AS "cancelledAt",
              (SELECT json_build_object('serial', serial, 'hash', hash) FROM certificate WHERE package = p.id) AS certificate,
              json_agg(json_build_object('n', l.n, 'dueOn', l.due_on, 'value', l.value::text, 'reward', l.reward::text,
                'releasedAt', l.released_at) ORDER BY l.n) AS loops
         FROM package p JOIN package_loop l ON l.package = p.id
        WHERE p.member = $1 GROUP BY p.id ORDER BY p.started_at DESC, p.id DESC`,
      [memberId],
    );
    return rows.map(({ price, rp, reward, loops, ...row }) => ({
      ...row,
      price: BigInt(price),
      rp: BigInt(rp),
      reward: BigInt(reward),
      loops: loops.map((loop) => ({
        n: loop.n,
        dueOn: loop.dueOn,
        value: BigInt(loop.value),
        reward: BigInt(loop.reward),
        releasedAt: loop.releasedAt === null ? null : new Date(loop.releasedAt),
      })),
    }));
  }

  /** What is there now, without a lock. */
  async #funds(memberId: string): Promise<Funds> {
    const { database, clock } = this.#parts;
    const [rows, cancelDays] = await Promise.all([
      database.rows<{ code: number; balance: string }>(
        'SELECT code, balance::text FROM account WHERE id = ANY ($1::bigint[])',
        [[`${memberId}101`, `${memberId}131`, '601']],
      ),
      this.#cancelDays(memberId),
    ]);
    const balanceOf = (code: number): bigint => BigInt(rows.find((row) => row.code === code)?.balance ?? 0);
    return { usd: balanceOf(101), rp: balanceOf(131), free: balanceOf(601), at: clock.now(), cancelDays };
  }

  async #lock(memberId: string): Promise<Funds> {
    const row = await this.#parts.database.one<{
      usd: string;
      rp: string;
      free: string;
      at: Date;
      cancelDays: number;
    }>(
      `SELECT usd::text, rp::text, free::text, at, package_cancel_days($1, at) AS "cancelDays" FROM lock_for_package($1)`,
      [memberId],
    );
    if (!row) throw new Error('lock_for_package answered nothing');
    return { ...row, usd: BigInt(row.usd), rp: BigInt(row.rp), free: BigInt(row.free) };
  }

  async #cancelDays(memberId: string): Promise<number> {
    const { database, clock } = this.#parts;
    const row = await database.one<{ days: number }>('SELECT package_cancel_days($1, $2) AS days', [
      memberId,
      clock.now(),
    ]);
    return row?.days ?? 0;
  }

  async #judge(
    memberId: string,
    terms: PackageTerms,
    order: PackageOrder,
    { usd, rp, free, at, cancelDays }: Funds,
  ): Promise<PackageQuote> {
    const quote = quotePackage(terms, {
      ...order,
      usdAvailable: usd,
      rpAvailable: rp,
      freePool: free,
      startedAt: at,
      cancelDays,
      open: await this.#isSoldTo(memberId),
      suspended: false, // who is suspended does not come here: the call is for active members
    });
    if (isRefused(quote)) throw explained(quote.refused, terms, order);
    return quote;
  }

  /** @throws AppError member.country_needed where it decides, and the member has not told it */
  async #isSoldTo(memberId: string): Promise<boolean> {
    const sale = await this.#saleTo(memberId);
    if (sale === 'countryNeeded') throw new AppError('member.country_needed');
    return sale === 'open';
  }

  async #saleTo(memberId: string): Promise<PackageOffer['sale']> {
    const { open, closedIn } = await this.#parts.rules.at('productSale', 'package');
    if (!open) return 'closed';
    const row = await this.#parts.database.one<{ country: string | null }>('SELECT country FROM member WHERE id = $1', [
      memberId,
    ]);
    if (!row || row.country === null) return 'countryNeeded';
    return closedIn.split(',').includes(row.country) ? 'closed' : 'open';
  }
}

interface PackageRow {
  readonly id: string;
  readonly planType: 'level' | 'custom';
  readonly level: string;
  readonly price: string;
  readonly rp: string;
  readonly reward: string;
  readonly startedAt: Date;
  readonly cancelUntil: Date | null;
  readonly cancelledAt: Date | null;
  readonly certificate: { readonly serial: number; readonly hash: string } | null;
  readonly loops: readonly {
    readonly n: number;
    readonly dueOn: string;
    readonly value: string;
    readonly reward: string;
    readonly releasedAt: string | null;
  }[];
}

function aprOf(terms: PackageTerms, level: string): number {
  const found = terms.levels.find((each) => each.level === level);
  if (!found) throw new Error(`there is no level ${level}`);
  return Number(found.aprPpm);
}

const usdText = (minor: bigint): string => moneyText(money(minor, 'USD'));

/** A refusal with the figures that explain it, at the field that it is about. */
function explained(refused: PackageRefusal, terms: PackageTerms, { custom, level }: PackageOrder): AppError {
  const amount = custom === undefined ? 'level' : 'amount';
  switch (refused) {
    case 'package.below_minimum':
      return fieldError([{ path: amount, code: refused, params: { minimum: usdText(terms.minimum) } }]);
    case 'money.above_maximum':
      return fieldError([{ path: amount, code: refused, params: { maximum: usdText(terms.maximum) } }]);
    case 'package.step':
      return fieldError([
        { path: amount, code: refused, params: { step: usdText(terms.step), minimum: usdText(terms.minimum) } },
      ]);
    case 'package.rp_share': {
      const price = custom ?? terms.levels.find((each) => each.level === level)?.price ?? 0n;
      const maximum = usdText((price * terms.rpSharePpm) / 1_000_000n);
      return fieldError([{ path: 'rp', code: refused, params: { maximum } }]);
    }
    case 'package.level_unknown':
    case 'money.insufficient_balance':
      return fieldError([{ path: amount, code: refused }]);
    case 'member.suspended':
    case 'package.closed':
    case 'package.terms_changed':
      return new AppError(refused);
  }
}
