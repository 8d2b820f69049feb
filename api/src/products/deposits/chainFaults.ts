import type { ChainFinding, DepositChain } from '@trellis/api-contract';
import type { AnswerOf, ParsedOf } from '@trellis/api-contract/schemas';
import { bytesOf } from '../../chain/nodes/hexadecimal.ts';
import type { FaultToReread, SettledTransfer } from '../../chain/watch/transferSink.ts';
import { ApprovalRequests } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { type Asked, giveApprovalById } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';

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

/** What is approved: that this very log, with what the reader found when it last looked, is no deposit. */
interface ClosingPayload {
  readonly fault: string;
  readonly chain: DepositChain;
  readonly block: string;
  readonly transaction: string;
  readonly logIndex: string;
  readonly finding: string;
}

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
  readonly #requests: ApprovalRequests<ClosingPayload>;

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#requests = new ApprovalRequests<ClosingPayload>(parts, {
      action,
      about: 'nobody',
      askAction: 'chain_fault.ask_close',
      same: ['fault'],
      taken: 'fault.closing_asked',
      readBy: 'books',
      subject: ({ fault }) => fault,
      facts: ({ payload: { chain, block, transaction: tx, finding } }) => ({ chain, block, tx, finding }),
      audited: ({ payload: { fault, ...after } }) => ({ subject: fault, after }),
      apply: async ({ id, payload: { fault } }, approver, now) => {
        await this.#lockLooked(fault);
        await giveApprovalById(this.#database, id, approver, now);
        await this.#database.rows('SELECT close_chain_fault($1, $2)', [fault, now]);
        return undefined;
      },
    });
  }

  /** That it is no deposit waits for a second person. */
  get approval(): ApprovalKind {
    return this.#requests.approval;
  }

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
   * @throws AppError request.not_found, fault.closed, fault.not_looked, fault.closing_asked, auth.forbidden
   */
  async askClosing(id: string, by: ActorWithReason): Promise<Asked> {
    return this.#database.inTransaction(async () => {
      const { chain, block, transaction, log_index: logIndex, finding } = await this.#lockLooked(id);
      return this.#requests.ask({ fault: id, chain, block, transaction, logIndex, finding: finding ?? '' }, by);
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
    const { looked_at: lookedAt, look_asked_at: requestedAt } = fault;
    if (lookedAt === null || (requestedAt !== null && lookedAt < requestedAt)) throw new AppError('fault.not_looked');
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
