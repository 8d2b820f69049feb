import { type Money, money, type Pool, parseAmount, pools } from '@trellis/api-contract';
import { ApprovalRequests, posts, type StoredRequest } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import type { Asked } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { fieldError } from '../../ground/errors.ts';
import { utcDayOf } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DueDay, dueByDay, isDue } from './dueByDay.ts';
import { codeOf, poolOf } from './poolAccounts.ts';
import { poolUse, runwayOf, runwayWindow } from './runway.ts';

/** How far the calendar looks ahead: the longest that a stake runs as the product began. */
const calendarDays = 90;

/** What waits for a pool: USD put in, or taken out (below zero). */
type WaitingFunding = Pick<StoredRequest<Funding>, 'id' | 'requestedBy' | 'expiresAt'> & { readonly amount: Money };

export interface PoolState {
  readonly pool: Pool;
  /** What nothing is promised from yet. */
  readonly free: Money;
  readonly waiting: WaitingFunding | null;
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

/** `pool` is its account's code. */
interface Funding {
  readonly pool: number;
  readonly amount: string;
}

/** The pools that rewards are promised from: what is in them, and how they are funded. The guards are the database's. */
export class PoolService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #fundings: ApprovalRequests<Funding>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    const facts = ({ pool, amount }: Funding) => ({ pool: poolOf(pool), ...money(BigInt(amount), unit) });
    this.#fundings = new ApprovalRequests<Funding>(
      { database, clock },
      {
        action: 'pool.fund',
        about: 'nobody',
        askAction: 'pool.ask',
        same: ['pool'],
        readBy: 'books',
        facts: ({ payload }) => facts(payload),
        preview: async ({ payload }, request) => {
          const { pool, amount } = payload as unknown as Funding;
          const free = await this.#freeOf(poolOf(pool));
          return {
            before: { free: money(free, unit).amount },
            after: { ...request, free: money(free + BigInt(amount), unit).amount },
          };
        },
        audited: ({ payload }) => {
          const { pool, ...after } = facts(payload);
          return { subject: pool, after };
        },
        apply: posts(database, 'post_pool_funding'),
      },
    );
  }

  get approval(): ApprovalKind {
    return this.#fundings.approval;
  }

  /** What each pool has free and how long it lasts, what is promised of all together, and what waits for a second person. */
  async list(): Promise<{ pools: PoolState[]; committed: Money }> {
    const now = this.#clock.now();
    const { pools: used, committed } = await poolUse(this.#database, now);
    const due = await dueByDay(this.#database, utcDayOf(now), runwayWindow);
    const waiting = (await this.#fundings.waiting()).map(({ payload, id, requestedBy, expiresAt }) => ({
      pool: poolOf(payload.pool),
      funding: { id, requestedBy, expiresAt, amount: money(BigInt(payload.amount), unit) },
    }));
    return {
      pools: pools.map((pool) => {
        const { free, promised } = used.find((each) => each.pool === pool) ?? { free: 0n, promised: 0n };
        const { pace, runwayDays } = runwayOf(free, promised);
        return {
          pool,
          free: money(free, unit),
          waiting: waiting.find((each) => each.pool === pool)?.funding ?? null,
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

  /**
   * Asks for a funding; what waited of its pool does so no longer.
   * @throws AppError money.amount_format, auth.forbidden
   */
  ask({ pool, direction, amount }: NewFunding, by: ActorWithReason): Promise<Asked> {
    const minor = parseAmount(amount, unit);
    if (minor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    return this.#fundings.ask({ pool: codeOf(pool), amount: (direction === 'in' ? minor : -minor).toString() }, by);
  }

  async #freeOf(pool: Pool): Promise<bigint> {
    const { pools: used } = await poolUse(this.#database, this.#clock.now());
    return used.find((each) => each.pool === pool)?.free ?? 0n;
  }
}
