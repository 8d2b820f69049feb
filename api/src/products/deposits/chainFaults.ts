import type { ChainFinding, DepositChain } from '@trellis/api-contract';
import type { AnswerOf, ParsedOf } from '@trellis/api-contract/schemas';
import { bytesOf } from '../../chain/nodes/hexadecimal.ts';
import type { FaultToReread, SettledTransfer } from '../../chain/watch/transferSink.ts';
import { type ApprovalKind, idsOf, madeOf } from '../../governance/approvals/approvalService.ts';
import { giveApproval, requestApproval, throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { approvalSeconds } from './asideDeposit.ts';

type Page = AnswerOf<'operator', 'listChainFaults'>;
type Search = ParsedOf<'operator', 'listChainFaults'>;

interface FaultRow {
  readonly id: string;
  readonly chain: DepositChain;
  readonly block: string;
  readonly transaction: string;
  readonly log_index: string;
  readonly log: string;
  readonly reason: string;
  readonly recorded_at: Date;
  readonly look_asked_by: string | null;
  readonly look_asked_at: Date | null;
  readonly looked_at: Date | null;
  readonly finding: ChainFinding | null;
  readonly closing_asked_by: string | null;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly closed_reason: string | null;
  readonly username: string | null;
}
/** One that is open, locked, as far as it is decided about. */
type OpenFault = Pick<
  FaultRow,
  'id' | 'chain' | 'block' | 'transaction' | 'log_index' | 'finding' | 'look_asked_at' | 'looked_at'
>;

const action = 'chain_fault.close';
const defaultLimit = 50;
/** So many are looked at again in one go. */
const mostReread = 20;

/**
 * What chain readers could not record. It may hide a member's deposit: so one treasurer has it looked at again, which credits
 * what can be recorded now, and two close it as no deposit.
 */
export class ChainFaults {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** That it is no deposit waits for a second person. */
  readonly approval: ApprovalKind = {
    preview: async (requests) => {
      const rows = await this.#database.rows<{ id: string; chain: string; block: string; tx: string; finding: string }>(
        'SELECT id, chain, block::text AS block, transaction AS tx, finding FROM chain_fault WHERE id = ANY ($1)',
        [idsOf(requests)],
      );
      return madeOf(rows);
    },
    approve: async ({ subject }, approver) => void (await this.approveClosing(subject, approver)),
  };

  /** Open ones, or closed ones, the latest first. */
  async page({ state = 'open', after, limit = defaultLimit }: Search): Promise<Page> {
    const rows = await this.#database.rows<FaultRow>(
      `SELECT f.id, f.chain, f.block, f.transaction, f.log_index, f.log, f.reason, f.recorded_at, f.look_asked_by,
              f.look_asked_at, f.looked_at, f.finding, f.closed_at, f.closed_by, f.closed_reason, m.username,
              (SELECT a.requested_by FROM approval a WHERE a.action = '${action}' AND a.subject = f.id::text
                  AND a.closed_at IS NULL AND a.expires_at > product_now() LIMIT 1) AS closing_asked_by
         FROM chain_fault f LEFT JOIN deposit_transfer d ON d.id = f.deposit LEFT JOIN member m ON m.id = d.member_id
        WHERE f.closed_at IS ${state === 'open' ? '' : 'NOT '}NULL AND ($1::bigint IS NULL OR f.id < $1::bigint)
        ORDER BY f.id DESC LIMIT $2`,
      [after ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit);
    return { faults: shown.map(present), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /**
   * Has the reader look at it again.
   * @returns since when it waits for that
   * @throws AppError request.not_found, fault.closed
   */
  async askLook(id: string, { reason, ...by }: ActorWithReason): Promise<Date> {
    const now = this.#clock.now();
    await this.#database.inTransaction(async () => {
      const { finding } = await this.#lockOpen(id);
      await this.#database.change(
        'UPDATE chain_fault SET look_asked_by = $2, look_asked_at = $3 WHERE id = $1',
        [id, by.actor, now],
        { rows: 1 },
      );
      await recordAudit(this.#database, {
        ...by,
        action: 'chain_fault.look_again',
        subject: id,
        reason,
        before: { finding },
      });
    });
    return now;
  }

  /**
   * Asks for it to be closed as no deposit.
   * @returns until when another person can approve that
   * @throws AppError request.not_found, fault.closed, fault.not_looked, fault.closing_asked, auth.forbidden
   */
  async askClosing(id: string, { reason, ...by }: ActorWithReason): Promise<Date> {
    return this.#database.inTransaction(async () => {
      const fault = await this.#lockLooked(id);
      const now = this.#clock.now();
      await this.#refuseAsked(id, now);
      const payload = {
        ...{ fault: id, chain: fault.chain, block: fault.block, transaction: fault.transaction },
        ...{ logIndex: fault.log_index, finding: fault.finding ?? '' },
      };
      const expiresAt = secondsFrom(now, approvalSeconds);
      const asked = { action, subject: id, payload, requestedAt: now, expiresAt } as const;
      await requestApproval(this.#database, { ...by, ...asked, reason });
      await recordAudit(this.#database, {
        ...by,
        action: 'chain_fault.ask_close',
        subject: id,
        reason,
        after: payload,
      });
      return expiresAt;
    });
  }

  /**
   * The second person's word that it is no deposit.
   * @returns when it was closed
   * @throws AppError request.not_found, fault.closed, fault.not_looked, approval.closed, approval.second_person, auth.forbidden
   */
  async approveClosing(id: string, { reason, ...by }: ActorWithReason): Promise<Date> {
    return this.#database.inTransaction(async () => {
      const { chain, transaction, finding } = await this.#lockLooked(id);
      const now = this.#clock.now();
      await giveApproval(this.#database, { action, subject: id }, { ...by, reason }, now);
      await this.#database.rows('SELECT close_chain_fault($1, $2)', [id, now]).catch(throwApprovalError);
      await recordAudit(this.#database, {
        ...by,
        action,
        subject: id,
        reason,
        after: { chain, transaction, finding },
      });
      return now;
    });
  }

  /** Those of a chain that operators want to be looked at again, the longest wait first. */
  async toReread(chain: DepositChain): Promise<readonly FaultToReread[]> {
    const rows = await this.#database.rows<OpenFault & { readonly last_block: string | null }>(
      `SELECT id, block, last_block, transaction, log_index FROM chain_fault
        WHERE closed_at IS NULL AND chain = $1 AND look_asked_at IS NOT NULL AND (looked_at IS NULL OR looked_at < look_asked_at)
        ORDER BY look_asked_at LIMIT ${mostReread}`,
      [chain],
    );
    return rows.map(({ id, block, last_block: last, transaction, log_index: logIndex }) => ({
      ...{ id, transaction, logIndex },
      block: Number(block),
      lastBlock: last === null ? undefined : Number(last),
    }));
  }

  /** What a reader found, of one that is still open. */
  async noteFinding(id: string, finding: ChainFinding): Promise<void> {
    await this.#database.change(
      'UPDATE chain_fault SET looked_at = greatest($3, look_asked_at), finding = $2 WHERE id = $1 AND closed_at IS NULL',
      [id, finding, this.#clock.now()],
      { rows: 'any' },
    );
  }

  /** Closes those whose transfers are recorded by now, by their deposits, inside the running transaction. */
  async closeRecorded(chain: DepositChain, transfers: readonly SettledTransfer[]): Promise<void> {
    const open = await this.#database.rows<{ id: string; transaction: string; log_index: string }>(
      'SELECT id, transaction, log_index FROM chain_fault WHERE closed_at IS NULL AND chain = $1 AND transaction = ANY ($2)',
      [chain, [...new Set(transfers.map(({ transaction }) => transaction))]],
    );
    for (const { id, transaction, log_index: index } of open) {
      const transfer = transfers.find((each) => each.transaction === transaction && each.logIndex === Number(index));
      if (transfer) await this.#closeByDeposit(id, chain, transfer);
    }
  }

  async #closeByDeposit(id: string, chain: DepositChain, { transaction, ordinal }: SettledTransfer): Promise<void> {
    const deposit = await this.#database.one<{ id: string }>(
      'SELECT id FROM deposit_transfer WHERE chain = $1 AND transaction = $2 AND ordinal = $3',
      [chain, bytesOf(transaction), ordinal],
    );
    // Too large for a row, or less than a minor unit: it is none.
    if (!deposit) return;
    const now = this.#clock.now();
    await this.#database.rows('SELECT close_chain_fault_by_deposit($1, $2, $3)', [id, deposit.id, now]);
    await recordAudit(this.#database, {
      actor: `chain:${chain}`,
      action: 'chain_fault.record',
      subject: id,
      reason: 'its transfer could be recorded',
      after: { deposit: deposit.id, transaction },
    });
  }

  async #lockLooked(id: string): Promise<OpenFault> {
    const fault = await this.#lockOpen(id);
    const { looked_at: looked, look_asked_at: asked } = fault;
    if (looked === null || (asked !== null && looked < asked)) throw new AppError('fault.not_looked');
    return fault;
  }

  async #lockOpen(id: string): Promise<OpenFault> {
    const row = await this.#database.one<OpenFault & { readonly closed: boolean }>(
      `SELECT id, chain, block, transaction, log_index, finding, look_asked_at, looked_at, closed_at IS NOT NULL AS closed
         FROM chain_fault WHERE id = $1 FOR UPDATE`,
      [id],
    );
    if (!row) throw new AppError('request.not_found');
    if (row.closed) throw new AppError('fault.closed');
    return row;
  }

  /** What has lapsed makes room. */
  async #refuseAsked(id: string, now: Date): Promise<void> {
    const asked = await this.#database.rows<{ id: string; lapsed: boolean }>(
      `SELECT id, expires_at <= $2 AS lapsed FROM approval WHERE action = '${action}' AND subject = $1::text AND closed_at IS NULL`,
      [id, now],
    );
    if (asked.some(({ lapsed }) => !lapsed)) throw new AppError('fault.closing_asked');
    for (const lapsed of asked) await this.#database.rows('SELECT close_approval($1, $2)', [lapsed.id, now]);
  }
}

function present({
  id,
  chain,
  block,
  transaction,
  log,
  reason,
  finding,
  username,
  ...row
}: FaultRow): Page['faults'][number] {
  const isWaiting = row.look_asked_at !== null && (row.looked_at === null || row.looked_at < row.look_asked_at);
  return {
    ...{ id, chain, block: Number(block), transaction, logIndex: row.log_index, log, reason, finding, username },
    ...{ at: row.recorded_at, lookedAt: row.looked_at },
    lookAskedBy: isWaiting ? row.look_asked_by : null,
    lookAskedAt: isWaiting ? row.look_asked_at : null,
    ...{ closingAskedBy: row.closing_asked_by, closedAt: row.closed_at },
    ...{ closedBy: row.closed_by, closedReason: row.closed_reason },
  };
}
