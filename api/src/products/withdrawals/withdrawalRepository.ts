import {
  money,
  type Parsed,
  type PayoutAsset,
  type PayoutChain,
  type RejectionCause,
  type WithdrawalOrigin,
  type WithdrawalRisk,
  type WithdrawalStatus,
  type WithdrawalStep,
} from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Explorers } from '../../chain/config/explorers.ts';
import { markTopic } from '../../governance/change/topics.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { SourceUnit } from './payoutTerms.ts';

/** A withdrawal as it stands in its table, with the payout that is not invalid. Amounts are minor units. */
export interface WithdrawalRow {
  readonly id: string;
  readonly member: string;
  readonly username: string;
  /** Whether its owner is suspended, or has stopped the account by the link in a mail. */
  readonly owner_stopped: boolean;
  readonly unit: SourceUnit;
  readonly amount: string;
  readonly asset: PayoutAsset;
  readonly chain: PayoutChain;
  readonly gross: string;
  readonly fee: string;
  readonly received: string;
  /** The least that its member accepts, where the amount is fixed with the approval; `null`: it is fixed from the first. */
  readonly accepts_from: string | null;
  readonly origin: WithdrawalOrigin;
  readonly stake: string | null;
  readonly address: string;
  readonly address_typed: string;
  readonly hold: string;
  readonly risks: readonly WithdrawalRisk[];
  readonly approvals: number;
  readonly given: readonly string[];
  readonly status: WithdrawalStatus;
  readonly step: WithdrawalStep;
  readonly cancellable: boolean;
  readonly cause: RejectionCause | null;
  readonly created_at: Date;
  readonly deadline_at: Date;
  readonly revision: number;
  readonly payout: string | null;
  readonly payout_state: 'recorded' | 'seen' | 'mismatched' | 'confirmed' | null;
  /** Whether money of it has reached its member by a payout that two people have to settle. */
  readonly reached: boolean;
  /** Until when a payment may still be found that was voided early: till then the money is not given back. */
  readonly void_until: Date | null;
  readonly tx: string | null;
  readonly confirmations: number | null;
  readonly needed: number | null;
}

/** The approval that still counts of those who have looked at a withdrawal, as `g`. @param id as text, in SQL */
export const withdrawalApprovals = (id: string): string =>
  `approval_standing g WHERE g.approval = (SELECT max(a.id) FROM approval a
    WHERE a.action = 'withdrawal.approve' AND a.subject = ${id})`;

export const withdrawalColumns = `w.id, w.member, m.username, m.suspended_at IS NOT NULL OR m.frozen_at IS NOT NULL AS owner_stopped, w.unit, w.amount, w.asset,
  w.chain, w.gross, w.fee, w.received, w.accepts_from, w.origin, w.stake, w.address, w.address_typed, w.hold, w.risks, w.approvals, w.status, w.step, w.cause,
  may_move('withdrawal', w.step, 'ended', 'member') AS cancellable, w.created_at, w.deadline_at, w.revision, p.id AS payout, p.state AS payout_state,
  EXISTS (SELECT 1 FROM withdrawal_payout r WHERE r.withdrawal = w.id AND r.paid IS NOT NULL AND r.state <> 'confirmed') AS reached,
  withdrawal_void_until(w.id) AS void_until, p.tx, p.confirmations, p.needed,
  ARRAY(SELECT g.actor FROM ${withdrawalApprovals('w.id::text')} ORDER BY g.at) AS given`;
export const withdrawalTables = `withdrawal w JOIN member m ON m.id = w.member
  LEFT JOIN withdrawal_payout p ON p.withdrawal = w.id AND p.state <> 'invalid'`;

type Withdrawal = AnswerOf<'member', 'listWithdrawals'>['withdrawals'][number];
export type Timeline = AnswerOf<'member', 'getWithdrawal'>['timeline'];
type EventKind = Timeline[number]['kind'];

const defaultLimit = 20;

/** What a member reads of their own withdrawals. */
export class WithdrawalRepository {
  readonly #database: Database;
  readonly #explorers: Explorers;

  constructor(database: Database, explorers: Explorers) {
    this.#database = database;
    this.#explorers = explorers;
  }

  /** Newest first; `after` is the last one of the page before. */
  async page(
    memberId: string,
    { after, limit = defaultLimit }: Parsed<'listWithdrawals'>,
  ): Promise<AnswerOf<'member', 'listWithdrawals'>> {
    const rows = await this.#database.rows<WithdrawalRow>(
      `SELECT ${withdrawalColumns} FROM ${withdrawalTables}
        WHERE w.member = $1 AND ($2::uuid IS NULL OR w.id < $2::uuid) ORDER BY w.id DESC LIMIT $3`,
      [memberId, after ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit);
    return {
      withdrawals: shown.map((row) => presentWithdrawal(row, this.#explorers)),
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** @throws AppError request.not_found if the member has none of this id */
  async find(memberId: string, id: string): Promise<AnswerOf<'member', 'getWithdrawal'>> {
    const [standing, isFrozen] = await Promise.all([this.standing(memberId, id), payoutsFrozen(this.#database)]);
    return { ...standing, payoutsFrozen: isFrozen, timeline: await timelineOf(this.#database, id) };
  }

  /** As it stands now, without how it came there. @throws AppError request.not_found */
  async standing(memberId: string, id: string): Promise<Withdrawal> {
    const row = await this.#database.one<WithdrawalRow>(
      `SELECT ${withdrawalColumns} FROM ${withdrawalTables} WHERE w.member = $1 AND w.id = $2`,
      [memberId, id],
    );
    if (!row) throw new AppError('request.not_found');
    return presentWithdrawal(row, this.#explorers);
  }
}

/** Whether nothing is sent to anybody for now. */
export const payoutsFrozen = async (database: Database): Promise<boolean> =>
  (await database.one('SELECT FROM payout_freeze WHERE ended_at IS NULL')) !== undefined;

/** What happened to a withdrawal, oldest first. */
export async function timelineOf(database: Database, id: string): Promise<Timeline> {
  const rows = await database.rows<{ kind: EventKind; at: Date }>(
    'SELECT kind, at FROM withdrawal_event WHERE withdrawal = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ kind, at }) => ({ kind, at }));
}

/** What both its owner and operators see. */
export const presentWithdrawal = (row: WithdrawalRow, explorers: Explorers): Withdrawal => ({
  id: row.id,
  reference: row.hold,
  amount: money(BigInt(row.amount), row.unit),
  asset: row.asset,
  chain: row.chain,
  address: row.address,
  origin: row.origin,
  stake: row.stake,
  fee: money(BigInt(row.fee), row.asset),
  received: money(BigInt(row.received), row.asset),
  acceptsFrom: row.accepts_from === null || row.step !== 'review' ? null : money(BigInt(row.accepts_from), row.asset),
  status: row.status,
  step: row.step,
  cause: row.cause,
  paused: row.owner_stopped && row.status === 'pending_review',
  createdAt: row.created_at,
  deadlineAt: row.deadline_at,
  cancellable: row.cancellable && !row.owner_stopped,
  // What an operator typed is no news before the chain, or a second person, says so.
  payout:
    row.tx === null || row.payout_state === 'recorded' || row.payout_state === 'mismatched'
      ? null
      : {
          transaction: { id: row.tx, url: explorers.pageOf(row.chain, row.tx) },
          confirmations: row.confirmations ?? 0,
          needed: row.needed ?? 0,
        },
});

/** Its mark changes with every step of a withdrawal and every confirmation of its payout. */
export const withdrawalTopic = markTopic('withdrawals', {
  mark: `concat_ws(' ',
     (SELECT max(e.id) FROM withdrawal_event e WHERE e.member = asked.member),
     (SELECT sum(p.confirmations) FROM withdrawal w JOIN withdrawal_payout p ON p.withdrawal = w.id
       WHERE w.member = asked.member AND w.status = 'pending_review'))`,
  writtenIn: { table: 'withdrawal_event', member: 'member' },
  atPresent: `SELECT w.member, p.id || '=' || p.confirmations AS mark
                FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal WHERE p.state = 'seen'`,
});
