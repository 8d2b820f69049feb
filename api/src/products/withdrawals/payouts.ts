import type { PayoutAsset, PayoutChain } from '@trellis/api-contract';
import type { OpenPayout, PayoutProgress, RecordedPayouts } from '../../chain/payouts/recordedPayouts.ts';
import { giveApproval, throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import type { WithdrawalNotifier } from './withdrawalNotifier.ts';
import { type WithdrawalRow, withdrawalApprovals } from './withdrawalRepository.ts';
import type { WithdrawalSteps } from './withdrawalSteps.ts';

/** Whether the chain is asked about payouts of an asset; if not, a second person says that one was sent. */
export type PayoutIsVerifiable = (chain: PayoutChain, asset: PayoutAsset) => boolean;

interface ProgressRow {
  readonly own: boolean;
  readonly same: boolean;
  readonly state: 'recorded' | 'seen' | 'confirmed';
  readonly confirmations: number;
  readonly ordinal: number | null;
}

export interface PayoutParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly withdrawalSteps: WithdrawalSteps;
  readonly withdrawalNotifier: WithdrawalNotifier;
  readonly isVerifiable: PayoutIsVerifiable;
}

/**
 * Payouts: an operator sends from custody and names the transaction; the chain, or a second person, says that it is so;
 * then the hold is settled. A recorded transaction that is not found stays open, for it may be found yet.
 */
export class Payouts implements RecordedPayouts {
  readonly #parts: PayoutParts;

  constructor(parts: PayoutParts) {
    this.#parts = parts;
  }

  /**
   * Names the transaction that pays a withdrawal.
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.payout_recorded,
   *   withdrawal.tx_used
   */
  async record(id: string, revision: number, tx: string, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, withdrawalSteps, isVerifiable } = this.#parts;
    await database.inTransaction(async () => {
      const row = await withdrawalSteps.lock(id);
      if (row.revision !== revision) throw new AppError('withdrawal.changed');
      if (row.payout !== null) throw new AppError('withdrawal.payout_recorded');
      if (!(await withdrawalSteps.may(row, 'sent', 'operator'))) throw new AppError('withdrawal.wrong_step');
      const hash = hashOf(row.chain, tx);
      const verifiable = isVerifiable(row.chain, row.asset);
      await database
        .change(
          `INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state)
           VALUES ($1, $2, $3, $4, $5, $6, 'recorded')`,
          [id, row.chain, hash, verifiable, by.actor, clock.now()],
          { rows: 1 },
        )
        .catch(throwApprovalError);
      const after = { tx: hash, verifiable };
      await recordAudit(database, { ...by, action: 'withdrawal.record_payout', subject: id, reason, after });
    });
  }

  /**
   * The second person's word for a payout that no chain is asked about.
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.payout_verified,
   *   approval.second_person, withdrawal.tx_used, money.payouts_frozen
   */
  async confirm(id: string, revision: number, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, withdrawalSteps } = this.#parts;
    await database.inTransaction(async () => {
      const row = await withdrawalSteps.lock(id);
      if (row.revision !== revision) throw new AppError('withdrawal.changed');
      if (row.payout === null || row.payout_state === 'confirmed') throw new AppError('withdrawal.wrong_step');
      const payout = await database.one<{ verifiable: boolean }>(
        'SELECT verifiable FROM withdrawal_payout WHERE id = $1',
        [row.payout],
      );
      if (payout?.verifiable !== false) throw new AppError('withdrawal.payout_verified');
      const asked = { action: 'withdrawal.confirm_payout', subject: row.payout } as const;
      await giveApproval(database, asked, { ...by, reason }, clock.now());
      await this.#settle(row, row.payout, by.actor, null);
      const after = { tx: row.tx };
      await recordAudit(database, { ...by, action: 'withdrawal.confirm_payout', subject: id, reason, after });
    });
  }

  async open(chain: PayoutChain): Promise<OpenPayout[]> {
    const rows = await this.#parts.database.rows<Omit<OpenPayout, 'receivedMinor'> & { received: string }>(
      `SELECT p.id, p.withdrawal, p.chain, w.asset, w.address, w.received, p.tx,
              (SELECT max(g.at) FROM ${withdrawalApprovals('w.id::text')}) AS "approvedAt"
         FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal
        WHERE p.chain = $1 AND p.verifiable AND p.state IN ('recorded', 'seen') ORDER BY p.id LIMIT 100`,
      [chain],
    );
    return rows.map(({ received, ...payout }) => ({ ...payout, receivedMinor: BigInt(received) }));
  }

  async progressOf({ id, chain, tx }: OpenPayout): Promise<PayoutProgress> {
    const rows = await this.#parts.database.rows<ProgressRow>(
      `SELECT p.id = $1 AS own, (w.address, w.received) = (mine.address, mine.received) AS same,
              p.state, p.confirmations, p.ordinal
         FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal,
              (SELECT address, received FROM withdrawal
                WHERE id = (SELECT withdrawal FROM withdrawal_payout WHERE id = $1)) mine
        WHERE p.chain = $2 AND p.tx = $3 AND p.state <> 'invalid'`,
      [id, chain, tx],
    );
    const own = rows.find((row) => row.own);
    return {
      state: own?.state === 'seen' ? 'seen' : 'recorded',
      confirmations: own?.confirmations ?? 0,
      used: new Set(rows.flatMap(({ state, ordinal }) => (state === 'confirmed' && ordinal !== null ? [ordinal] : []))),
      waiting: rows.filter((row) => !row.own && row.same && row.state === 'seen').length,
    };
  }

  async seen(id: string, confirmations: number, needed: number): Promise<void> {
    const { database, withdrawalSteps, withdrawalNotifier } = this.#parts;
    await this.#withPayout(id, async (row) => {
      await database.change(
        `UPDATE withdrawal_payout SET state = 'seen', confirmations = $2, needed = $3 WHERE id = $1`,
        [id, confirmations, needed],
        { rows: 1 },
      );
      if (!(await withdrawalSteps.may(row, 'sent', 'chain'))) return;
      await withdrawalSteps.move(row, 'sent', null);
      await withdrawalNotifier.sent(row);
    });
  }

  async complete(id: string, ordinal: number, confirmations: number): Promise<void> {
    const { database } = this.#parts;
    await this.#withPayout(id, async (row) => {
      await database.change(
        'UPDATE withdrawal_payout SET confirmations = $2, needed = $2 WHERE id = $1',
        [id, confirmations],
        { rows: 1 },
      );
      await this.#settle(row, id, `chain:${row.chain}`, ordinal);
    });
  }

  async refuse(id: string, fault: string): Promise<void> {
    const { database } = this.#parts;
    await this.#withPayout(id, async (row) => {
      if (row.payout_state !== 'recorded') throw new Error(`payout ${id} was seen on the chain, and is now refused`);
      await database.change(`UPDATE withdrawal_payout SET state = 'invalid', fault = $2 WHERE id = $1`, [id, fault], {
        rows: 1,
      });
      await recordAudit(database, {
        actor: 'automatic',
        action: 'withdrawal.refuse_payout',
        subject: row.id,
        reason: fault,
      });
    });
  }

  /** In the transaction that runs, or one of its own; nothing if the payout is ended. */
  async #withPayout(id: string, work: (row: WithdrawalRow) => Promise<void>): Promise<void> {
    const { database, withdrawalSteps } = this.#parts;
    const step = async (): Promise<void> => {
      const payout = await database.one<{ withdrawal: string }>(
        'SELECT withdrawal FROM withdrawal_payout WHERE id = $1',
        [id],
      );
      if (!payout) throw new AppError('request.not_found');
      const row = await withdrawalSteps.lock(payout.withdrawal);
      if (row.payout === id && row.payout_state !== 'confirmed') await work(row);
    };
    await (database.isInTransaction() ? step() : database.inTransaction(step));
  }

  async #settle(row: WithdrawalRow, payout: string, by: string, ordinal: number | null): Promise<void> {
    const { database, clock, withdrawalSteps, withdrawalNotifier } = this.#parts;
    await database
      .change(
        `UPDATE withdrawal_payout SET state = 'confirmed', ordinal = $2, confirmed_by = $3, confirmed_at = $4
          WHERE id = $1`,
        [payout, ordinal, by, clock.now()],
        { rows: 1 },
      )
      .catch((error: unknown) => {
        const { constraint } = postgresFailure(error) ?? {};
        throw constraint === 'withdrawal_payout_once' ? new AppError('withdrawal.tx_used') : error;
      });
    const isSent = !(await withdrawalSteps.may(row, 'sent', 'chain'));
    await withdrawalSteps.complete(isSent ? row : await withdrawalSteps.move(row, 'sent', null));
    await withdrawalNotifier.complete(row);
  }
}

/** A transaction's hash in its chain's own form: with 0x on BSC alone. */
function hashOf(chain: PayoutChain, tx: string): string {
  const digits = tx.trim().toLowerCase().replace(/^0x/, '');
  return chain === 'BSC' ? `0x${digits}` : digits;
}
