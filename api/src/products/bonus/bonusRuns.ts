import { money, parseAmount } from '@trellis/api-contract';
import type { AnswerOf, ParsedOf } from '@trellis/api-contract/schemas';
import type { Actor } from '../../governance/audit/actor.ts';
import { recordAccess } from '../../governance/audit/auditLog.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { percentOf } from '../../ledger/decimalRatio.ts';
import { ppmOf } from '../../ledger/shares.ts';
import type { Database } from '../../platform/db/database.ts';
import { factorOf } from './performancePresenter.ts';

type Run = AnswerOf<'operator', 'listBonusDays'>['days'][number];
type DayDetails = AnswerOf<'operator', 'getBonusDay'>;
type Links = AnswerOf<'operator', 'getBonusLinks'>;
export type OtherTerms = Omit<ParsedOf<'operator', 'dryRunBonus'>, 'day'>;

const largestShown = 20;
/** Reads of a whole day of everybody: calls have five seconds. */
const readTimeout = '60s';

const usd = (minor: string | bigint) => money(BigInt(minor), 'USD');

const runColumns = `d.day::text, d.pool::text, d.budget::text, d.demand::text, d.paid::text, d.lines, d.closed_at AS "closedAt",
  u.lines AS "unpaidLines", u.amount::text AS unpaid,
  EXISTS (SELECT 1 FROM bonus_hold h WHERE h.day = d.day AND h.released_at IS NULL) AS held`;
/** By the index of what is unpaid. */
const unpaid = `CROSS JOIN LATERAL (SELECT count(*)::integer AS lines, coalesce(sum(l.paid), 0) AS amount FROM bonus_line l
  WHERE l.day = d.day AND l.paid > 0 AND l.paid_by IS NULL) u`;

interface RunRow extends Omit<Run, 'pool' | 'budget' | 'demand' | 'paid' | 'factor' | 'unpaid' | 'closedAt'> {
  readonly pool: string;
  readonly budget: string;
  readonly demand: string;
  readonly paid: string;
  readonly unpaidLines: number;
  readonly unpaid: string;
  readonly closedAt: Date;
}

/** Days of the team bonus as operators see them. Nothing here changes any. */
export class BonusRuns {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The latest first. @param before `2026-03-09`: only days before it */
  async list({ before, limit }: { before?: string | undefined; limit: number }): Promise<Run[]> {
    const rows = await this.#database.rows<RunRow>(
      `SELECT ${runColumns} FROM (SELECT * FROM bonus_day WHERE $1::date IS NULL OR day < $1 ORDER BY day DESC LIMIT $2) d ${unpaid}
        ORDER BY d.day DESC`,
      [before ?? null, limit],
    );
    return rows.map(runOf);
  }

  /** Whoever looks leaves a row in the audit log: it names members. @throws AppError request.not_found */
  async read(day: string, by: Actor): Promise<DayDetails> {
    return this.#slowRead(async () => {
      const row = await this.#database.one<
        RunRow & { readonly sums: Sums; readonly largest: readonly LineRow[] | null }
      >(
        `SELECT ${runColumns},
            (SELECT json_build_object('direct', coalesce(sum(direct), 0)::text, 'pairing', coalesce(sum(pairing), 0)::text,
                'cut', coalesce(sum(cut), 0)::text, 'overLimit', coalesce(sum(over_limit), 0)::text,
                'matched', coalesce(sum(matched), 0)::text, 'rp', coalesce(sum(rp), 0)::text)
               FROM bonus_line l WHERE l.day = d.day) AS sums,
            (SELECT json_agg(json_build_object('username', m.username, 'due', l.due::text, 'paid', l.paid::text, 'rp', l.rp::text,
                'matched', l.matched::text, 'directPoints', l.direct_points::text, 'arrived', l.paid_by IS NOT NULL OR l.paid = 0,
                'held', CASE WHEN l.paid > 0 AND l.paid_by IS NULL THEN bonus_hold_of(l.member, l.day) END)
                ORDER BY l.due DESC, l.member)
               FROM (SELECT * FROM bonus_line x WHERE x.day = d.day ORDER BY x.due DESC, x.member LIMIT ${largestShown}) l
               JOIN member m ON m.id = l.member) AS largest
           FROM bonus_day d ${unpaid} WHERE d.day = $1`,
        [day],
      );
      if (!row) throw new AppError('request.not_found');
      await recordAccess(this.#database, { ...by, action: 'bonus.read_day', subject: day });
      const { sums, largest, ...run } = row;
      const { rp, ...usdSums } = sums;
      return {
        ...runOf(run),
        sums: {
          direct: usd(usdSums.direct),
          pairing: usd(usdSums.pairing),
          cut: usd(usdSums.cut),
          overLimit: usd(usdSums.overLimit),
          matched: usd(usdSums.matched),
          rp: money(BigInt(rp), 'RP'),
        },
        largest: (largest ?? []).map((line) => ({
          ...line,
          due: usd(line.due),
          paid: usd(line.paid),
          rp: money(BigInt(line.rp), 'RP'),
          matched: usd(line.matched),
          directPoints: usd(line.directPoints),
        })),
      };
    });
  }

  /**
   * What a closed day would have cost by other terms. Of a day that could pay nothing it cannot be said what a budget would
   * have paid: whoever matched nothing has no line.
   * @throws AppError request.not_found, field.range
   */
  async dryRun(day: string, terms: OtherTerms): Promise<AnswerOf<'operator', 'dryRunBonus'>> {
    return this.#slowRead(async () => {
      const row = await this.#database.one<{ readonly run: Cost; readonly was: Cost }>(
        `SELECT json_build_object('demand', r.demand::text, 'budget', r.budget::text, 'paid', r.paid::text, 'rp', r.rp::text) AS run,
                json_build_object('demand', d.demand::text, 'budget', d.budget::text, 'paid', d.paid::text,
                  'rp', (SELECT coalesce(sum(l.rp), 0)::text FROM bonus_line l WHERE l.day = d.day)) AS was
           FROM bonus_day d CROSS JOIN LATERAL bonus_dry_run(d.day, $2::jsonb) r WHERE d.day = $1`,
        [day, JSON.stringify(ownTerms(terms))],
      );
      if (!row) throw new AppError('request.not_found');
      if (BigInt(row.was.budget) === 0n && BigInt(row.run.budget) > 0n)
        throw fieldError([{ path: 'budgetPercent', code: 'field.range' }]);
      return { ...costOf(row.run), was: costOf(row.was) };
    });
  }

  /**
   * How much of the demand of the last closed day, and of the one that is next, comes from members who share something.
   * Whoever looks leaves a row in the audit log.
   */
  async links(by: Actor): Promise<Links> {
    return this.#slowRead(async () => {
      const rows = await this.#database.rows<LinkRow>(
        `SELECT d.day::text, d.closed, l.demand::text, l.linked::text, l.groups
           FROM (SELECT closed_day AS day, true AS closed FROM bonus_calendar WHERE closed_day IN (SELECT day FROM bonus_day)
                 UNION ALL
                 SELECT coalesce(closed_day + 1, open_day), false FROM bonus_calendar) d
           CROSS JOIN LATERAL bonus_links(d.day, d.closed) l ORDER BY d.day`,
      );
      await recordAccess(this.#database, { ...by, action: 'bonus.read_links', subject: 'all' });
      return {
        days: rows.map(({ demand, linked, groups, ...row }) => ({
          ...row,
          demand: usd(demand),
          linked: usd(linked),
          sharePercent: percentOf(BigInt(demand) === 0n ? 0n : (BigInt(linked) * 1_000_000n) / BigInt(demand)),
          groups: groups.map((group) => ({ ...group, due: usd(group.due) })),
        })),
      };
    });
  }

  #slowRead<T>(read: () => Promise<T>): Promise<T> {
    return this.#database.inTransaction(async () => {
      await this.#database.one(`SELECT set_config('statement_timeout', $1, true)`, [readTimeout]);
      return read();
    });
  }
}

type Sums = Readonly<Record<'direct' | 'pairing' | 'cut' | 'overLimit' | 'matched' | 'rp', string>>;
type Cost = Readonly<Record<'demand' | 'budget' | 'paid' | 'rp', string>>;
/** As JSON has it, with amounts as text. */
type InText<T, Amounts extends keyof T> = Omit<T, Amounts> & Readonly<Record<Amounts, string>>;
type LineRow = InText<DayDetails['largest'][number], 'due' | 'paid' | 'rp' | 'matched' | 'directPoints'>;
type LinkedDay = Links['days'][number];
interface LinkRow extends Pick<LinkedDay, 'day' | 'closed'> {
  readonly demand: string;
  readonly linked: string;
  readonly groups: readonly InText<LinkedDay['groups'][number], 'due'>[];
}

const runOf = ({ pool, budget, demand, paid, unpaid: amount, unpaidLines, closedAt, ...row }: RunRow): Run => ({
  ...row,
  pool: usd(pool),
  budget: usd(budget),
  demand: usd(demand),
  paid: usd(paid),
  factor: factorOf(BigInt(paid), BigInt(demand)),
  unpaid: { lines: unpaidLines, amount: usd(amount) },
  closedAt,
});

const costOf = ({ demand, budget, paid, rp }: Cost) => ({
  demand: usd(demand),
  budget: usd(budget),
  paid: usd(paid),
  factor: factorOf(BigInt(paid), BigInt(demand)),
  rp: money(BigInt(rp), 'RP'),
});

/** As a day keeps its terms: millionths and minor units, and only those that are given. */
function ownTerms({ capDivisor, caps, ...percents }: OtherTerms): object {
  const shares = Object.entries(percents).flatMap(([name, percent]) =>
    percent === undefined
      ? []
      : [[name.replace(/Percent$/, 'Ppm'), percent === null ? null : Number(ppmOf(percent))] as const],
  );
  return {
    ...Object.fromEntries(shares),
    ...(capDivisor !== undefined && { capDivisor }),
    ...(caps !== undefined && { caps: minorCaps(caps) }),
  };
}

/** @throws AppError money.amount_format */
function minorCaps(caps: NonNullable<OtherTerms['caps']>): Record<string, string> {
  const minor = Object.entries(caps).map(([level, month]) => {
    const value = parseAmount(month ?? '', 'USD');
    if (value === undefined) throw fieldError([{ path: `caps.${level}`, code: 'money.amount_format' }]);
    return [level, value.toString()] as const;
  });
  return Object.fromEntries(minor);
}
