import { type Money, money, type Pool, parseAmount, pools } from '@trellis/api-contract';
import { v7 as newId } from 'uuid';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { explainApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { utcDayOf } from '../../ground/utcDay.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import type { Bind, Database } from '../../platform/db/database.ts';
import { type DueDay, dueByDay, isDue } from './dueByDay.ts';
import { codeOf, poolOf } from './poolAccounts.ts';
import { poolUse, runwayOf, runwayWindow } from './runway.ts';

/** How far the calendar looks ahead: the longest that a stake runs as the product began. */
const calendarDays = 90;

/** USD put into a pool, or taken out (below zero): asked for by one person, and posted when another has said yes. */
export interface PoolFunding {
  readonly id: string;
  readonly pool: Pool;
  readonly amount: Money;
  readonly state: 'waiting' | 'posted' | 'replaced' | 'lapsed';
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly reason: string;
  readonly expiresAt: Date;
  readonly approvedBy: string | null;
  readonly postedAt: Date | null;
}

export interface PoolState {
  readonly pool: Pool;
  /** What nothing is promised from yet. */
  readonly free: Money;
  readonly waiting: PoolFunding | null;
  /** Of the last 30 days. */
  readonly promised: Money;
  readonly pace: Money;
  /** `null`: nothing was promised. */
  readonly runwayDays: number | null;
  /** Rewards that members are paid within the next 30 days. */
  readonly due: Money;
}

export interface NewFunding {
  readonly pool: Pool;
  readonly direction: 'in' | 'out';
  /** A decimal of USD. */
  readonly amount: string;
}

const unit = 'USD';

type Row = Omit<PoolFunding, 'pool' | 'amount'> & { readonly pool: number; readonly amount: string };
const columns = `id::text, pool, amount::text, state, requested_by AS "requestedBy", requested_at AS "requestedAt", reason,
  expires_at AS "expiresAt", approved_by AS "approvedBy", posted_at AS "postedAt"`;

/** The pools that rewards are promised from: what is in them, and how they are funded. The guards are the database's. */
export class PoolService {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** A funding waits for a second person. */
  readonly approval: ApprovalKind = {
    preview: async () =>
      new Map(
        (await this.list()).pools.flatMap(({ pool, free, waiting }) =>
          waiting
            ? [[waiting.id, { before: { free: free.amount }, after: { pool, amount: waiting.amount.amount } }]]
            : [],
        ),
      ),
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /** What each pool has free and how long it lasts, what is promised of all together, and what waits for a second person. */
  async list(): Promise<{ pools: PoolState[]; committed: Money }> {
    const now = this.#clock.now();
    const { pools: used, committed } = await poolUse(this.#database, now);
    const due = await dueByDay(this.#database, utcDayOf(now), runwayWindow);
    const waiting = await this.#fundings("state = 'waiting'", [], pools.length);
    return {
      pools: pools.map((pool) => {
        const { free, promised } = used.find((each) => each.pool === pool) ?? { free: 0n, promised: 0n };
        const { pace, runwayDays } = runwayOf(free, promised);
        return {
          pool,
          free: money(free, unit),
          waiting: waiting.find((funding) => funding.pool === pool) ?? null,
          promised: money(promised, unit),
          pace: money(pace, unit),
          runwayDays,
          due: money(
            due.reduce((sum, day) => sum + (isDue(pool) ? day[pool].reward : 0n), 0n),
            unit,
          ),
        };
      }),
      committed: money(committed, unit),
    };
  }

  /** What falls due of packages and stakes on this day and each of the next 90. */
  calendar(): Promise<DueDay[]> {
    return dueByDay(this.#database, utcDayOf(this.#clock.now()), calendarDays);
  }

  /** All that were asked for, latest first. */
  history(wanted: { pool?: Pool | undefined; before?: string | undefined; limit: number }): Promise<PoolFunding[]> {
    const { pool, before, limit } = wanted;
    return this.#fundings(
      '($3::integer IS NULL OR pool = $3) AND ($4::bigint IS NULL OR id < $4)',
      [pool === undefined ? null : codeOf(pool), before ?? null],
      limit,
    );
  }

  /**
   * Asks for a funding; what waited of its pool does so no longer.
   * @throws AppError money.amount_format, auth.forbidden
   */
  ask({ pool, direction, amount }: NewFunding, by: ActorWithReason): Promise<PoolFunding> {
    const minor = parseAmount(amount, unit);
    if (minor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    return this.#change('pool.ask', by, async () => {
      const row = await this.#database.one<{ id: string }>('SELECT ask_pool_funding($1, $2, $3, $4, $5)::text AS id', [
        codeOf(pool),
        (direction === 'in' ? minor : -minor).toString(),
        by.actor,
        by.reason,
        this.#clock.now(),
      ]);
      return row?.id ?? '';
    });
  }

  /**
   * The second person's yes: it is posted.
   * @throws AppError approval.closed, approval.second_person, auth.forbidden, money.insufficient_balance
   */
  approve(id: string, by: ActorWithReason): Promise<PoolFunding> {
    return this.#change('pool.fund', by, async () => {
      await this.#database.rows('SELECT approve_pool_funding($1, $2, $3, $4, $5)', [
        id,
        newId(),
        by.actor,
        by.reason,
        this.#clock.now(),
      ]);
      return id;
    });
  }

  /** In one transaction with its row in the audit log. */
  #change(action: string, { reason, ...by }: ActorWithReason, change: () => Promise<string>): Promise<PoolFunding> {
    return this.#database.inTransaction(async () => {
      const id = await change().catch((error: unknown) => {
        throw explainApprovalError(error) ?? explainPostingError(error, unit) ?? error;
      });
      const [funding] = await this.#fundings('id = $3', [id], 1);
      if (!funding) throw new AppError('approval.closed');
      const { pool, amount, requestedBy } = funding;
      const after = { amount: amount.amount, unit: amount.unit, funding: id, requestedBy };
      await recordAudit(this.#database, { ...by, action, subject: pool, reason, after });
      return funding;
    });
  }

  async #fundings(which: string, values: readonly Bind[], limit: number): Promise<PoolFunding[]> {
    const rows = await this.#database.rows<Row>(
      `SELECT ${columns} FROM pool_fundings_at($1) WHERE ${which} ORDER BY pool_fundings_at.id DESC LIMIT $2`,
      [this.#clock.now(), limit, ...values],
    );
    return rows.map(({ pool, amount, ...row }) => ({
      ...row,
      pool: poolOf(pool),
      amount: money(BigInt(amount), unit),
    }));
  }
}
