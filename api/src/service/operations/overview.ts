import { money, type Unit } from '@trellis/api-contract';
import type { OperatorRole } from '@trellis/api-contract/operator';
import { operatorPolicies } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { ApprovalReader, ApprovalService } from '../../governance/approvals/approvalService.ts';
import type { Database } from '../../platform/db/database.ts';

type Overview = AnswerOf<'operator', 'getOverview'>;
type Work = Overview['work'][number];
type Next = Overview['next'][number];
interface NextWithdrawal {
  readonly id: string;
  readonly step: string;
  readonly at: Date;
  readonly amount: string;
  readonly unit: Unit;
}

/** As many as are seen without scrolling. */
const mostNext = 7;

/** A review that began again wants everybody's approval once more. */
const toReview = `step = 'review' AND NOT EXISTS (SELECT 1 FROM approval a JOIN approval_given g ON g.approval = a.id
  WHERE a.action = 'withdrawal.approve' AND a.subject = w.id::text AND a.closed_at IS NULL AND g.person = person_of($1))`;
const toPay = `step = 'approved' AND NOT has_approved_withdrawal(w.id, $1)
  AND NOT EXISTS (SELECT 1 FROM withdrawal_payout p WHERE p.withdrawal = w.id AND p.state <> 'invalid')`;

interface Counted {
  readonly count: number;
  readonly at: Date | null;
}

/** What else says whether the platform is sound. */
export interface PlatformStatus {
  cover(): Promise<Overview['cover']>;
  shortestPool(): Promise<Overview['shortestPool']>;
  releases(): Promise<Overview['releases']>;
}

/** What waits for one operator, by what their roles let them do, and whether the platform is sound. Nothing in it is a member's. */
export class OperatorOverview {
  readonly #database: Database;
  readonly #approvals: ApprovalService;
  readonly #system: PlatformStatus;

  constructor(database: Database, approvals: ApprovalService, system: PlatformStatus) {
    this.#database = database;
    this.#approvals = approvals;
    this.#system = system;
  }

  async read(reader: ApprovalReader): Promise<Overview> {
    const may = (allowed: readonly OperatorRole[]) => reader.roles?.some((role) => allowed.includes(role)) ?? true;
    const work: Work[] = [];
    const add = (kind: Work['kind'], { count, at }: Counted) => {
      if (count > 0) work.push({ kind, count, at });
    };
    const [mayReview, mayPay] = [may(operatorPolicies.review), may(operatorPolicies.treasury)];
    if (mayReview) add('review', await this.#withdrawals(toReview, reader.actor));
    if (mayPay) add('pay', await this.#withdrawals(toPay, reader.actor));
    if (may(operatorPolicies.treasury)) add('faults', await this.#faults());
    if (may(operatorPolicies.support)) add('inquiries', await this.#inquiries());
    add('approvals', await this.#approvals.yours(reader));
    const [books] = await this.#database.rows<{ at: Date; green: boolean; broken: string[] }>(
      `SELECT ended_at AS at, NOT red AS green, jsonb_path_query_array(findings, '$[*].name') AS broken
         FROM verification_run ORDER BY id DESC LIMIT 1`,
    );
    const backup = await this.#database.one<{ at: Date | null; old: boolean | null }>(
      `SELECT max(taken_at) AS at, max(taken_at) < clock_timestamp() - interval '26 hours' AS old FROM checked_backup`,
    );
    const frozen = await this.#database.one('SELECT 1 AS found FROM payout_freeze WHERE ended_at IS NULL');
    const halted = await this.#database.rows<{ chain: string }>(
      'SELECT DISTINCT chain FROM chain_cursor WHERE halted_at IS NOT NULL ORDER BY chain',
    );
    return {
      work,
      next: await this.#next(reader, [...(mayReview ? [toReview] : []), ...(mayPay ? [toPay] : [])]),
      books: books ? { ...books, at: books.at } : null,
      backup: backup?.at ? { at: backup.at, old: backup.old ?? false } : null,
      frozen: frozen !== undefined,
      halted: halted.map(({ chain }) => chain),
      cover: may(operatorPolicies.books) ? await this.#system.cover() : null,
      shortestPool: may(operatorPolicies.books) ? await this.#system.shortestPool() : null,
      ratesAlone: may(operatorPolicies.books) ? await this.#ratesAlone() : null,
      releases: await this.#system.releases(),
    };
  }

  /** What this reader can decide on first, by deadline; inquiries and faults have none. */
  async #next(reader: ApprovalReader, which: readonly string[]): Promise<Overview['next']> {
    const withdrawals =
      which.length === 0
        ? []
        : await this.#database.rows<NextWithdrawal>(
            `SELECT w.id, w.step, w.deadline_at AS at, w.amount, w.unit FROM withdrawal w
              WHERE status = 'pending_review' AND (${which.map((each) => `(${each})`).join(' OR ')})
                AND NOT is_own_account($1, w.member) ORDER BY w.deadline_at, w.id LIMIT ${mostNext}`,
            [reader.actor],
          );
    const approvals = await this.#approvals.nextYours(reader, mostNext);
    const all: readonly (Next & { readonly at: Date })[] = [
      ...withdrawals.map(({ id, step, at, amount, unit }) => ({
        ...{ kind: step === 'review' ? ('review' as const) : ('pay' as const), id, at },
        ...{ amount: money(BigInt(amount), unit), action: null },
      })),
      ...approvals.flatMap(({ id, action, expiresAt: at }) =>
        at === null ? [] : [{ kind: 'approvals' as const, id, at, amount: null, action }],
      ),
    ];
    return [...all].sort((one, other) => one.at.getTime() - other.at.getTime()).slice(0, mostNext);
  }

  /** How often somebody changed a rate within a day and nobody approved it. */
  async #ratesAlone(): Promise<number> {
    const row = await this.#database.one<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT product_now() - interval '24 hours' AS since) AS day, rate_pair p,
              rate_changes(p.id, tstzrange(day.since, NULL)) c WHERE c.alone AND c.set_at > day.since`,
    );
    return row?.count ?? 0;
  }

  async #withdrawals(which: string, actor: string): Promise<Counted> {
    return this.#count(
      `SELECT count(*)::int AS count, min(deadline_at) AS at FROM withdrawal w
        WHERE status = 'pending_review' AND ${which} AND NOT is_own_account($1, w.member)`,
      [actor],
    );
  }

  /** What a chain's reader could not record: a member may wait for it. */
  #faults(): Promise<Counted> {
    return this.#count(
      'SELECT count(*)::int AS count, min(recorded_at) AS at FROM chain_fault WHERE closed_at IS NULL',
      [],
    );
  }

  #inquiries(): Promise<Counted> {
    return this.#count(
      `SELECT count(*)::int AS count, min(last.at) AS at FROM inquiry i CROSS JOIN LATERAL (
         SELECT max(m.created_at) AS at FROM inquiry_message m WHERE m.inquiry = i.id) AS last WHERE i.status = 'received'`,
      [],
    );
  }

  async #count(sql: string, bind: readonly string[]): Promise<Counted> {
    return (await this.#database.one<Counted>(sql, bind)) ?? { count: 0, at: null };
  }
}
