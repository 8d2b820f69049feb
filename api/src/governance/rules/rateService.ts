import type { AuditAction } from '@trellis/api-contract/operator';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { RatedAsset } from '../../ledger/rates.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ApprovalKind } from '../approvals/approvalService.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { changeText, readRatio, writeRatio } from './ratio.ts';
import { changeRule } from './ruleChange.ts';

export type RateState = 'waiting' | 'lapsed' | 'coming' | 'inForce' | 'over' | 'replaced';

/** A rate as it was set. */
export interface MarketRate {
  readonly id: string;
  readonly base: RatedAsset;
  readonly quote: 'USD';
  /** A decimal number. */
  readonly rate: string;
  readonly source: string;
  /** Why it was set; `null` of those from before it was kept alongside them. */
  readonly reason: string | null;
  /** `command:<user>`, `operator:<name>` or `policy`. */
  readonly setBy: string;
  readonly setAt: Date;
  readonly jumps: boolean;
  readonly approvedBy: string | null;
  readonly state: RateState;
  readonly from: Date | null;
  readonly until: Date | null;
  /** Until when a second person has to approve it. */
  readonly expiresAt: Date | null;
}

export interface RatePair {
  readonly base: RatedAsset;
  readonly quote: 'USD';
  readonly maximumAgeSeconds: number | null;
  readonly jumpPercent: string;
  readonly usable: boolean;
  /** A decimal number: what was in force before that which is. */
  readonly previous: string | null;
  /** In force, coming and waiting; latest first. */
  readonly rates: readonly MarketRate[];
}

export interface NewRate extends Pick<MarketRate, 'base' | 'quote' | 'rate' | 'source'> {
  /** Without it: at once. */
  readonly from: Date | undefined;
}

interface RateRow extends Omit<MarketRate, 'rate'> {
  readonly numerator: string;
  readonly denominator: string;
}

interface PairRow extends Omit<RatePair, 'rates' | 'previous'> {
  readonly numerator: string | null;
  readonly denominator: string | null;
}

/** $1: the present moment. */
const columns = `r.id, p.base, p.quote, r.numerator, r.denominator, r.source, r.reason, r.set_by AS "setBy", r.set_at AS "setAt",
  r.jumps, r.approved_by AS "approvedBy", lower(r.during) AS "from", upper(r.during) AS "until",
  CASE WHEN r.during IS NULL THEN r.expires_at END AS "expiresAt",
  CASE WHEN r.during IS NULL AND r.expires_at > $1 AND NOT EXISTS (SELECT 1 FROM approval a JOIN approval_refused n ON n.approval = a.id
            WHERE a.action = 'rate.approve' AND a.subject = r.id::text) THEN 'waiting' WHEN r.during IS NULL THEN 'lapsed'
       WHEN isempty(r.during) THEN 'replaced' ELSE period_state(r.during, $1) END AS state`;
const from = 'market_rate r JOIN rate_pair p ON p.id = r.pair';

/** Where operators set rates. The guards are the database's; every change stands in the audit log. */
export class RateService {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** A rate that jumps waits for a second person. */
  readonly approval: ApprovalKind = {
    readBy: 'books',
    facts: async ({ subject }) => {
      const rate = await this.#find(subject);
      return rate ? { base: rate.base, quote: rate.quote, rate: rate.rate, source: rate.source } : null;
    },
    preview: async ({ subject }, after) => {
      const pair = (await this.list()).find(({ rates }) => rates.some(({ id }) => id === subject));
      const now = pair?.rates.find(({ state }) => state === 'inForce');
      if (!now) return { before: null, after };
      return {
        before: { rate: now.rate, source: now.source },
        after: { ...after, change: changeText(now.rate, String(after.rate)) },
      };
    },
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /** Every pair with the rates that matter now. */
  async list(): Promise<RatePair[]> {
    const now = this.#clock.now();
    const pairs = await this.#database.rows<PairRow>(
      `SELECT p.base, p.quote, extract(epoch FROM rule.maximum_age)::integer AS "maximumAgeSeconds",
              trim_scale(rule.jump_ppm / 10000.0)::text AS "jumpPercent", coalesce(NOT r.stale, false) AS usable,
              before.numerator, before.denominator
         FROM rate_pair p CROSS JOIN LATERAL rate_pair_rule_at(p.base, p.quote, $1) rule
         LEFT JOIN LATERAL market_rate_at(p.base, p.quote, $1) r ON true
         LEFT JOIN LATERAL market_rate_at(p.base, p.quote, r.since - interval '1 microsecond') before ON true ORDER BY p.id`,
      [now],
    );
    const rates = await this.#database.rows<RateRow>(
      `SELECT ${columns} FROM ${from} WHERE upper_inf(r.during) OR upper(r.during) > $1
          OR (r.during IS NULL AND r.expires_at > $1) ORDER BY r.id DESC LIMIT 100`,
      [now],
    );
    return pairs.map(({ numerator, denominator, ...pair }) => ({
      ...pair,
      previous:
        numerator === null || denominator === null
          ? null
          : writeRatio({ numerator: BigInt(numerator), denominator: BigInt(denominator) }),
      rates: rates.filter(({ base }) => base === pair.base).map(present),
    }));
  }

  /** Every rate that was ever set, latest first. @param before only those with a smaller id */
  async history(base: RatedAsset | undefined, before: string | undefined, limit: number): Promise<MarketRate[]> {
    const rows = await this.#database.rows<RateRow>(
      `SELECT ${columns} FROM ${from} WHERE ($2::text IS NULL OR p.base = $2) AND ($3::bigint IS NULL OR r.id < $3::bigint)
        ORDER BY r.id DESC LIMIT $4`,
      [this.#clock.now(), base ?? null, before ?? null, limit],
    );
    return rows.map(present);
  }

  /** Sets a rate; one that jumps waits for a second person. @throws AppError rule.unknown, rule.past */
  async set({ base, quote, rate, source, from: begins }: NewRate, by: ActorWithReason): Promise<MarketRate> {
    const { numerator, denominator } = readRatio(rate);
    return this.#change('rate.set', by, (now) =>
      this.#database.rows<{ id: string }>('SELECT id FROM set_market_rate($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        base,
        quote,
        numerator.toString(),
        denominator.toString(),
        source,
        begins ?? now,
        by.actor,
        now,
        by.reason,
      ]),
    );
  }

  /** The second person's approval. @throws AppError approval.closed, approval.second_person */
  approve(id: string, by: ActorWithReason): Promise<MarketRate> {
    return this.#change('rate.approve', by, (now) =>
      this.#database.rows<{ id: string }>('SELECT id FROM approve_market_rate($1, $2, $3, $4)', [
        id,
        by.actor,
        now,
        by.reason,
      ]),
    );
  }

  async #find(id: string): Promise<MarketRate | undefined> {
    const row = await this.#database.one<RateRow>(`SELECT ${columns} FROM ${from} WHERE r.id = $2`, [
      this.#clock.now(),
      id,
    ]);
    return row && present(row);
  }

  #change(
    action: AuditAction,
    by: ActorWithReason,
    make: (now: Date) => Promise<{ id: string }[]>,
  ): Promise<MarketRate> {
    return changeRule(this.#database, action, by, async () => {
      const now = this.#clock.now();
      const [made] = await make(now);
      const changed = await this.#find(made?.id ?? '');
      if (!changed) throw new AppError('approval.closed');
      const { base, quote, id, rate, source, state } = changed;
      return { changed, subject: `${base}-${quote}`, after: { id, rate, source, state, from: changed.from } };
    });
  }
}

const present = ({ numerator, denominator, ...rate }: RateRow): MarketRate => ({
  ...rate,
  rate: writeRatio({ numerator: BigInt(numerator), denominator: BigInt(denominator) }),
});
