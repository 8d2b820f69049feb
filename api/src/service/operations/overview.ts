import type { OperatorRole } from '@trellis/api-contract/operator';
import { operatorPolicies } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { ApprovalReader, ApprovalService } from '../../governance/approvals/approvalService.ts';
import type { Database } from '../../platform/db/database.ts';

type Overview = AnswerOf<'operator', 'getOverview'>;
type Work = Overview['work'][number];
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
    if (may(operatorPolicies.review)) {
      // A review that began again wants everybody's approval once more.
      const said = `EXISTS (SELECT 1 FROM approval a JOIN approval_given g ON g.approval = a.id
        WHERE a.action = 'withdrawal.approve' AND a.subject = w.id::text AND a.closed_at IS NULL AND g.person = person_of($1))`;
      add('review', await this.#withdrawals(`step = 'review' AND NOT ${said}`, reader.actor));
    }
    if (may(operatorPolicies.treasury)) {
      const unpaid = `NOT EXISTS (SELECT 1 FROM withdrawal_payout p WHERE p.withdrawal = w.id AND p.state <> 'invalid')`;
      add(
        'pay',
        await this.#withdrawals(
          `step = 'approved' AND ${unpaid} AND NOT has_approved_withdrawal(w.id, $1)`,
          reader.actor,
        ),
      );
    }
    if (may(operatorPolicies.treasury)) add('faults', await this.#faults());
    if (may(operatorPolicies.support)) add('inquiries', await this.#inquiries());
    add('approvals', await this.#approvals.yours(reader));
    const [books] = await this.#database.rows<{ at: Date; green: boolean; broken: string[] }>(
      `SELECT ended_at AS at, NOT red AS green, jsonb_path_query_array(findings, '$[*].name') AS broken
         FROM verification_run ORDER BY id DESC LIMIT 1`,
    );
    const frozen = await this.#database.one('SELECT 1 AS found FROM payout_freeze WHERE ended_at IS NULL');
    const halted = await this.#database.rows<{ chain: string }>(
      'SELECT DISTINCT chain FROM chain_cursor WHERE halted_at IS NOT NULL ORDER BY chain',
    );
    return {
      work,
      books: books ? { ...books, at: books.at } : null,
      frozen: frozen !== undefined,
      halted: halted.map(({ chain }) => chain),
      cover: may(operatorPolicies.books) ? await this.#system.cover() : null,
      shortestPool: may(operatorPolicies.books) ? await this.#system.shortestPool() : null,
      ratesAlone: may(operatorPolicies.books) ? await this.#ratesAlone() : null,
      releases: await this.#system.releases(),
    };
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
