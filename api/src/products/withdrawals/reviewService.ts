import type { Language, RejectionCause } from '@trellis/api-contract';
import type { AuditAction } from '@trellis/api-contract/operator';
import { giveApproval, refuseOwnAccount } from '../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAccess, recordAudit } from '../../governance/audit/auditLog.ts';
import { exportedPages, recordExport } from '../../governance/audit/exports.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { throwRefusal } from '../../platform/db/sqlStates.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { type PayoutClaim, PayoutRepository, type RecordedPayout } from './payoutRepository.ts';
import type { WithdrawalNotifier } from './withdrawalNotifier.ts';
import {
  countWithdrawals,
  type ExportSearch,
  type QueuePage,
  type QueueSearch,
  withdrawalPage,
  withdrawalQueue,
} from './withdrawalQueue.ts';
import {
  type Timeline,
  timelineOf,
  type WithdrawalRow,
  withdrawalApprovals,
  withdrawalColumns,
  withdrawalTables,
} from './withdrawalRepository.ts';
import type { WithdrawalSteps } from './withdrawalSteps.ts';

/** All that an operator sees of one withdrawal. */
export interface WithdrawalDetails {
  readonly row: WithdrawalRow;
  /** In which its owner reads what becomes of it. */
  readonly language: Language;
  readonly evidence: Evidence;
  readonly timeline: Timeline;
  /** What it would give now, in minor units of the asset, while that is not fixed; `undefined` also without a good rate. */
  readonly todayMinor: bigint | undefined;
  readonly approvals: readonly { readonly by: string; readonly reason: string; readonly at: Date }[];
  readonly payouts: readonly RecordedPayout[];
  /** Who is paying it. */
  readonly claim: PayoutClaim | undefined;
}

export interface ReviewParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly withdrawalSteps: WithdrawalSteps;
  readonly withdrawalNotifier: WithdrawalNotifier;
}

/** Where operators decide on withdrawals. Every look and every step stands in the audit log. */
export class ReviewService {
  readonly #parts: ReviewParts;
  readonly #payouts: PayoutRepository;

  constructor(parts: ReviewParts) {
    this.#parts = parts;
    this.#payouts = new PayoutRepository(parts.database);
  }

  /** A page of what is open, the earliest deadline first, or of what is ended. @throws AppError field.format */
  async queue(search: QueueSearch, limit: number, by: Actor): Promise<QueuePage> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const page = await withdrawalQueue(database, search, limit);
      const { view, step, ...filter } = search;
      const after = { ...filter, withdrawals: page.withdrawals.map(({ id }) => id) };
      const subject = step ?? view ?? 'open';
      await recordAccess(database, { ...by, action: 'withdrawal.list', subject, after });
      return page;
    });
  }

  /** How many withdrawals a file of this search would have. */
  count(search: ExportSearch): Promise<{ rows: number; more: boolean }> {
    return countWithdrawals(this.#parts.database, search);
  }

  /** What a search lists, page by page, for a file; that it was taken out stands in the audit log. */
  async export(search: ExportSearch, by: Actor): Promise<AsyncGenerator<readonly WithdrawalRow[]>> {
    const { database } = this.#parts;
    const { view, step, ...after } = search;
    await recordExport(database, by, { action: 'withdrawal.export', subject: step ?? view ?? 'open', after });
    return exportedPages(async (last, limit) => {
      const { withdrawals, next } = await withdrawalPage(database, { ...search, after: last }, limit);
      return { rows: withdrawals, next };
    });
  }

  /** @throws AppError request.not_found */
  async read(id: string, by: Actor): Promise<WithdrawalDetails> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const details = await this.#file(id);
      await recordAccess(database, { ...by, action: 'withdrawal.read', subject: id });
      return details;
    });
  }

  /**
   * One person's approval; with the last that is needed it may be paid.
   * @param revision what was looked at
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.paused,
   *   withdrawal.below_accepted, approval.second_person, approval.own_account, money.payouts_frozen
   */
  async approve(id: string, revision: number, by: ActorWithReason): Promise<WithdrawalDetails> {
    const { database, clock, withdrawalSteps } = this.#parts;
    return this.#step(id, revision, 'withdrawal.approve', by, async (row) => {
      if (!(await withdrawalSteps.may(row, 'approved', 'operator'))) throw new AppError('withdrawal.wrong_step');
      if (row.owner_stopped) throw new AppError('withdrawal.paused');
      const frozen = await database.one('SELECT 1 AS found FROM payout_freeze WHERE ended_at IS NULL');
      if (frozen) throw new AppError('money.payouts_frozen');
      const wanted = { action: 'withdrawal.approve', subject: id } as const;
      const complete = await giveApproval(database, wanted, by, clock.now());
      await withdrawalSteps.move(row, complete ? 'approved' : 'review', null).catch(throwRefusal);
    });
  }

  /**
   * Says no, which gives the money back.
   * @param cause what the member is shown; the reason stays with us
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.payout_recorded,
   *   withdrawal.being_paid, approval.own_account
   */
  async reject(id: string, revision: number, cause: RejectionCause, by: ActorWithReason): Promise<WithdrawalDetails> {
    const { withdrawalSteps, withdrawalNotifier } = this.#parts;
    return this.#step(id, revision, 'withdrawal.reject', by, async (row) => {
      if (!(await withdrawalSteps.may(row, 'ended', 'operator'))) throw new AppError('withdrawal.wrong_step');
      if (row.payout !== null || row.reached) throw new AppError('withdrawal.payout_recorded');
      if (row.void_until)
        throw new AppError('withdrawal.voided_early', { params: { until: row.void_until.toISOString() } });
      if (await this.#payouts.claimOf(id)) throw new AppError('withdrawal.being_paid');
      await withdrawalSteps.reject(row, cause);
      await withdrawalNotifier.rejected(row, cause);
    });
  }

  #step(
    id: string,
    revision: number,
    action: AuditAction,
    { reason, ...by }: ActorWithReason,
    work: (row: WithdrawalRow) => Promise<void>,
  ): Promise<WithdrawalDetails> {
    const { database, withdrawalSteps } = this.#parts;
    return database.inTransaction(async () => {
      const row = await withdrawalSteps.lock(id, { owner: true });
      if (row.revision !== revision) throw new AppError('withdrawal.changed');
      await refuseOwnAccount(database, by.actor, row.member);
      await work(row);
      const details = await this.#file(id);
      await recordAudit(database, {
        ...by,
        action,
        subject: id,
        reason,
        before: factsOf(row),
        after: factsOf(details.row),
      });
      return details;
    });
  }

  async #today({ accepts_from: least, step, unit, amount, asset, fee }: WithdrawalRow): Promise<bigint | undefined> {
    if (least === null || step !== 'review') return undefined;
    const { database } = this.#parts;
    const now = await database.one<{ gross: string | null }>(
      'SELECT gross FROM payout_amounts($1, $2, $3, product_now())',
      [unit, amount, asset],
    );
    return now && now.gross !== null ? BigInt(now.gross) - BigInt(fee) : undefined;
  }

  async #file(id: string): Promise<WithdrawalDetails> {
    const { database } = this.#parts;
    const row = await database.one<WithdrawalRow & { readonly worth: string }>(
      `SELECT ${withdrawalColumns}, w.worth FROM ${withdrawalTables} WHERE w.id = $1`,
      [id],
    );
    const owner = await database.one<{ language: Language }>(
      'SELECT m.language FROM member m JOIN withdrawal w ON w.member = m.id WHERE w.id = $1',
      [id],
    );
    if (!row || !owner) throw new AppError('request.not_found');
    return {
      row,
      language: owner.language,
      evidence: await evidenceOf(database, row),
      timeline: await timelineOf(database, id),
      todayMinor: await this.#today(row),
      approvals: await database.rows(
        `SELECT g.actor AS by, g.reason, g.at FROM ${withdrawalApprovals('$1')} ORDER BY g.at`,
        [id],
      ),
      payouts: await this.#payouts.listOf(id),
      claim: await this.#payouts.claimOf(id),
    };
  }
}

const factsOf = ({ status, step, revision, cause, given }: WithdrawalRow) => ({ status, step, revision, cause, given });
