import type { AuditAction } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { ApprovalKind, Facts } from '../../governance/approvals/approvalService.ts';
import { giveApprovalById, requestApproval, throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { OperatorDirectory } from '../../identity/operators/operatorDirectory.ts';
import type { Database } from '../../platform/db/database.ts';

const action = 'payouts.unfreeze';
const daySeconds = 86_400;

interface FreezeRow {
  readonly id: string;
  readonly since: Date;
  readonly by: string | null;
  readonly reason: string | null;
  readonly green: boolean;
}
interface WaitingRow {
  readonly id: string;
  readonly requestedBy: string;
  readonly reason: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly falseAlarm: boolean;
  readonly approved: boolean;
}
interface FindingRow {
  readonly verification: string;
  readonly name: string;
  readonly count: number;
  readonly rows: readonly string[];
}
/** So many rows of a finding are shown; all are kept with the verification. */
const shownRows = 20;
type FreezeState = AnswerOf<'operator', 'getPayoutFreeze'>;

/** Stops payouts at one person's word, and lets them go on at that of two, after the books were found green. */
export class PayoutFreeze {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #directory: OperatorDirectory;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#directory = new OperatorDirectory(database, clock);
  }

  /** That payouts go on waits for a second person. */
  readonly approval: ApprovalKind = {
    facts: ({ subject }) => this.#facts(subject),
    approve: async ({ id }, approver) => void (await this.approve(id, approver, approver.verification)),
  };

  async state(): Promise<FreezeState> {
    const open = await this.#open();
    if (!open) return { freeze: null };
    const waiting = await this.#waiting(open.id);
    return {
      freeze: {
        ...open,
        sessions: await this.#directory.sessionsOf(open.by?.replace(/^operator:/, '') ?? ''),
        found: await this.#found(),
        waiting: waiting ?? null,
      },
    };
  }

  /** Whether people ended a freeze within the last day: whoever freezes again has more than somebody's session. */
  async wasEnded(): Promise<boolean> {
    const row = await this.#database.one<{ ended: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM payout_freeze WHERE ended_at > $1) AS ended',
      [secondsFrom(this.#clock.now(), -daySeconds)],
    );
    return row?.ended ?? false;
  }

  /** Where they are frozen already it stays as it is, and the log says who wanted it, too. */
  async freeze(by: ActorWithReason): Promise<FreezeState> {
    await this.#database.inTransaction(async () => {
      const before = await this.#open();
      const row = await this.#database
        .one<{ id: string }>('SELECT freeze_payouts($1, $2)::text AS id', [by.actor, by.reason])
        .catch(throwApprovalError);
      await this.#audit('payouts.freeze', by, { frozen: before !== undefined }, { frozen: true, freeze: row?.id });
    });
    return this.state();
  }

  /**
   * @param verification whose findings are called a false alarm; without it the books have to be green
   * @throws AppError freeze.none, freeze.findings_changed, auth.forbidden
   */
  async ask(by: ActorWithReason, verification?: string): Promise<FreezeState> {
    await this.#database.inTransaction(async () => {
      const { id: subject } = await this.#openOrRefuse();
      if (verification !== undefined) await this.#asFoundOrRefuse(verification);
      const payload = { freeze: subject, ...(verification !== undefined && { verification }) };
      const { id } = await requestApproval(this.#database, { ...by, action, subject, payload }, this.#clock.now());
      await this.#audit('payouts.ask_to_unfreeze', by, { frozen: true }, { frozen: true, approval: id, verification });
    });
    return this.state();
  }

  /**
   * The second person's approval: payouts go on. Of a false alarm only the owner of the database then ends it, by
   * `npm run verify -- --explain`.
   * @param verification whose findings the approver was shown
   * @throws AppError freeze.none, freeze.not_green, freeze.findings_changed, approval.closed, approval.second_person
   */
  async approve(id: string, by: ActorWithReason, verification?: string): Promise<void> {
    await this.#database.inTransaction(async () => {
      const { id: freeze } = await this.#openOrRefuse();
      const approval = await this.#waiting(freeze);
      if (approval?.id !== id) throw new AppError('approval.closed');
      if (approval.falseAlarm) return this.#approveFalseAlarm(freeze, approval, by, verification);
      await giveApprovalById(this.#database, id, by, this.#clock.now());
      await this.#database
        .rows('SELECT unfreeze_payouts($1, $2)', [freeze, this.#clock.now()])
        .catch(throwApprovalError);
      await this.#audit(
        'payouts.unfreeze',
        by,
        { frozen: true },
        { frozen: false, freeze, requestedBy: approval.requestedBy },
      );
    });
  }

  async #approveFalseAlarm(
    freeze: string,
    { id, requestedBy }: WaitingRow,
    by: ActorWithReason,
    verification: string | undefined,
  ): Promise<void> {
    if (verification === undefined) throw new AppError('freeze.findings_changed');
    await this.#asFoundOrRefuse(verification);
    const same = await this.#database.one(
      `SELECT 1 AS found FROM approval a JOIN verification_run v ON a.digest = payload_digest(false_alarm_payload($2, v.id))
         JOIN verification_run shown ON shown.findings = v.findings WHERE a.id = $1 AND shown.id = $3`,
      [id, freeze, verification],
    );
    if (!same) throw new AppError('freeze.findings_changed');
    await giveApprovalById(this.#database, id, by, this.#clock.now());
    await this.#audit('payouts.approve_false_alarm', by, { frozen: true }, { frozen: true, requestedBy, verification });
  }

  /** A verification of later that found the same is as good. */
  async #asFoundOrRefuse(verification: string): Promise<void> {
    const same = await this.#database.one(
      `SELECT 1 AS found FROM verification_run shown JOIN verification_run last ON last.id = red_verification()
        WHERE shown.id = $1 AND shown.findings = last.findings`,
      [verification],
    );
    if (!same) throw new AppError('freeze.findings_changed');
  }

  async #found(): Promise<NonNullable<FreezeState['freeze']>['found']> {
    const rows = await this.#database.rows<FindingRow>(
      `SELECT v.id AS verification, f ->> 'name' AS name, coalesce(jsonb_array_length(f -> 'rows'), 0) AS count,
              ARRAY(SELECT r::text FROM jsonb_array_elements(f -> 'rows') AS r LIMIT $1) AS rows
         FROM verification_run v, jsonb_array_elements(v.findings) AS f WHERE v.id = red_verification()`,
      [shownRows],
    );
    const [first] = rows;
    if (!first) return null;
    return {
      verification: first.verification,
      findings: rows.map(({ name, count, rows: references }) => ({ name, count, rows: [...references] })),
    };
  }

  #open(): Promise<FreezeRow | undefined> {
    return this.#database.one<FreezeRow>(
      `SELECT id, began_at AS since, began_by AS by, began_reason AS reason, freeze_may_end(id) AS green
         FROM payout_freeze WHERE ended_at IS NULL`,
    );
  }

  /** Who stopped them, when and why; of what a check of the books stopped, when. */
  async #facts(freeze: string): Promise<Facts | null> {
    const row = await this.#database.one<{ by: string | null; at: Date; why: string | null }>(
      'SELECT began_by AS by, began_at AS at, began_reason AS why FROM payout_freeze WHERE id = $1',
      [freeze],
    );
    if (!row) return null;
    const { by, at, why } = row;
    return {
      ...(by !== null && { stoppedBy: by }),
      stoppedAt: at.toISOString(),
      ...(why !== null && { stoppedWhy: why }),
    };
  }

  async #openOrRefuse(): Promise<FreezeRow> {
    const open = await this.#open();
    if (!open) throw new AppError('freeze.none');
    return open;
  }

  /** The one that was asked for last. */
  #waiting(freeze: string): Promise<WaitingRow | undefined> {
    return this.#database.one<WaitingRow>(
      `SELECT id, requested_by AS "requestedBy", reason, requested_at AS "requestedAt", expires_at AS "expiresAt",
              digest <> payload_digest(freeze_payload(subject::bigint)) AS "falseAlarm",
              EXISTS (SELECT 1 FROM approval_standing g WHERE g.approval = approval.id) AS approved
         FROM approval WHERE action = $1 AND subject = $2 AND closed_at IS NULL AND expires_at > $3
        ORDER BY id DESC LIMIT 1`,
      [action, freeze, this.#clock.now()],
    );
  }

  #audit(action: AuditAction, { reason, ...by }: ActorWithReason, before: object, after: object): Promise<string> {
    return recordAudit(this.#database, { ...by, action, subject: 'payouts', reason, before, after });
  }
}
