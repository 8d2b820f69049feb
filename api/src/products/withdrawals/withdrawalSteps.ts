import type { RejectionCause, WithdrawalStep } from '@trellis/api-contract';
import { type Mover, mayMove } from '../../governance/lifecycle/lifecycles.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { type AccountId, accountOf } from '../../ledger/accounts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/db/database.ts';
import { requestHash } from '../../platform/http/idempotency.ts';
import { type WithdrawalRow, withdrawalColumns, withdrawalTables } from './withdrawalRepository.ts';

export interface StepParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ledger: Ledger;
}

/** Takes a withdrawal a step on, with its hold. The database refuses whatever would go back, or happen twice. */
export class WithdrawalSteps {
  readonly #parts: StepParts;

  constructor(parts: StepParts) {
    this.#parts = parts;
  }

  /**
   * Locks it until the transaction ends.
   * @param owner its owner, too: nobody stops the account between this look and the step
   * @throws AppError request.not_found
   */
  async lock(id: string, { owner = false } = {}): Promise<WithdrawalRow> {
    const { database } = this.#parts;
    const both = 'FROM withdrawal w JOIN member m ON m.id = w.member WHERE w.id = $1 FOR UPDATE OF w FOR SHARE OF m';
    await database.rows(`SELECT 1 ${owner ? both : 'FROM withdrawal WHERE id = $1 FOR UPDATE'}`, [id]);
    // Read after the lock: what others have done meanwhile counts.
    const row = await database.one<WithdrawalRow>(
      `SELECT ${withdrawalColumns} FROM ${withdrawalTables} WHERE w.id = $1`,
      [id],
    );
    if (!row) throw new AppError('request.not_found');
    return row;
  }

  /** Whether it can go there from where it stands, at their word. */
  may(row: Pick<WithdrawalRow, 'step'>, to: WithdrawalStep, who: Mover): Promise<boolean> {
    return mayMove(this.#parts.database, { subject: 'withdrawal', from: row.step, to, who });
  }

  /** Gives the money back, and says why. */
  async reject(row: WithdrawalRow, cause: RejectionCause): Promise<void> {
    await this.#parts.ledger.endHold({ ...this.#request(row, 'release'), holdId: row.hold, legs: [] });
    await this.move(row, 'ended', cause);
  }

  /** Settles the hold by what the database says was paid: custody gives it, the fee stays with the system. */
  async complete(row: WithdrawalRow): Promise<void> {
    const legs = await this.#parts.database.rows<{ account: string; amount: string }>(
      'SELECT s.account, s.amount FROM withdrawal w, withdrawal_settlement(w) s WHERE w.id = $1 ORDER BY s.account',
      [row.id],
    );
    await this.#parts.ledger.endHold({
      ...this.#request(row, 'settle'),
      holdId: row.hold,
      legs: legs.map(({ account, amount }) => ({ account: BigInt(account) as AccountId, amountMinor: BigInt(amount) })),
    });
    await this.move(row, 'complete', null);
  }

  /** @returns the withdrawal as it then stands. @throws Error if it is not as `row` says */
  async move(row: WithdrawalRow, step: WithdrawalStep, cause: RejectionCause | null): Promise<WithdrawalRow> {
    const status = step === 'complete' ? 'approved' : step === 'ended' ? 'rejected' : 'pending_review';
    const moved = await this.#parts.database.one<Pick<WithdrawalRow, 'revision'>>(
      `UPDATE withdrawal SET status = $3, step = $4, cause = $5, changed_at = $6, revision = revision + 1
        WHERE id = $1 AND revision = $2 RETURNING revision`,
      [row.id, row.revision, status, step, cause, this.#parts.clock.now()],
    );
    if (!moved) throw new Error(`withdrawal ${row.id} is not at revision ${row.revision}`);
    return { ...row, status, step, cause, ...moved };
  }

  /** One key for each way to end: whoever comes second gets the journal of the first. */
  #request({ id, member, unit }: WithdrawalRow, way: 'release' | 'settle') {
    const key = `withdrawal-${way}:${id}`;
    return { owner: member, key, requestHash: requestHash(key, {}), memo: { withdrawal: id }, unit };
  }
}

/** Where a unit is taken from, and where it waits. */
export function heldAccounts(memberId: string, unit: WithdrawalRow['unit']) {
  return unit === 'USD'
    ? { source: accountOf(memberId, 'usdAvailable'), pending: accountOf(memberId, 'usdPending') }
    : { source: accountOf(memberId, 'usdtAvailable'), pending: accountOf(memberId, 'usdtPending') };
}
