import { money, type PayoutAsset, type PayoutChain } from '@trellis/api-contract';
import type { PaidAmount } from '../../chain/payouts/paidAmount.ts';
import type { OpenPayout, PayoutProgress, RecordedPayouts } from '../../chain/payouts/recordedPayouts.ts';
import type { ApprovalKind, Facts } from '../../governance/approvals/approvalService.ts';
import {
  closeApproval,
  giveApproval,
  giveApprovalById,
  isSamePerson,
  refuseOwnAccount,
  requestApproval,
  throwApprovalError,
} from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import { throwRefusal } from '../../platform/db/sqlStates.ts';
import { PayoutRepository, voidedAndSeenFault, voidedFault } from './payoutRepository.ts';
import type { WithdrawalNotifier } from './withdrawalNotifier.ts';
import type { WithdrawalRow } from './withdrawalRepository.ts';
import type { WithdrawalSteps } from './withdrawalSteps.ts';

/** Whether the chain is asked about payouts of an asset; if not, a second person says that one was sent. */
export type PayoutIsVerifiable = (chain: PayoutChain, asset: PayoutAsset) => boolean;

/** So many are asked about in one round. */
const mostAtOnce = 100;

export interface PayoutParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
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
  readonly #payouts: PayoutRepository;

  constructor(parts: PayoutParts) {
    this.#parts = parts;
    this.#payouts = new PayoutRepository(parts.database);
  }

  /** That a payout is void waits for a second person. */
  readonly voidApproval: ApprovalKind = {
    readBy: 'books',
    facts: ({ subject }) => this.#facts(subject),
    approve: ({ id, subject }, approver) =>
      this.#approve(subject, (withdrawal, revision) => this.void(withdrawal, revision, approver, id)),
  };

  /** That a payout is settled as it was paid waits for a second person. */
  readonly settleApproval: ApprovalKind = {
    readBy: 'books',
    facts: ({ subject }) => this.#facts(subject),
    approve: ({ id, subject }, approver) =>
      this.#approve(subject, (withdrawal, revision) => this.settle(withdrawal, revision, approver, id)),
  };

  /**
   * "I am paying this", before custody signs: from then on it is neither rejected nor reviewed again nor cancelled until its
   * transaction is named, or who claimed it says that nothing was sent. Another treasurer takes it over, also while its
   * member's account is stopped: who claimed it may be gone, and somebody has to answer for what may be on its way.
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.payout_recorded,
   *   withdrawal.paused, withdrawal.payer_approved, approval.own_account, money.payouts_frozen
   */
  async claim(id: string, revision: number, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock } = this.#parts;
    await database.inTransaction(async () => {
      const row = await this.#lockToPay(id, revision, by.actor);
      const before = await this.#payouts.claimOf(id);
      const takesOver = before && !(await isSamePerson(database, before.by, by.actor));
      if (row.owner_stopped && !takesOver) throw new AppError('withdrawal.paused');
      if (await database.one('SELECT 1 AS found FROM payout_freeze WHERE ended_at IS NULL'))
        throw new AppError('money.payouts_frozen');
      await this.#payouts.claim(id, by.actor, clock.now()).catch(throwApprovalError);
      const change = { before: { claimedBy: before?.by }, after: { claimedBy: by.actor, step: row.step } };
      await recordAudit(database, { ...by, action: 'withdrawal.claim_payout', subject: id, reason, ...change });
    });
  }

  /**
   * Who claimed it says that nothing was sent, and that nothing will be.
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.not_claimed, approval.own_account
   */
  async releaseClaim(id: string, revision: number, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, withdrawalSteps } = this.#parts;
    await database.inTransaction(async () => {
      const row = await withdrawalSteps.lock(id);
      if (row.revision !== revision) throw new AppError('withdrawal.changed');
      await refuseOwnAccount(database, by.actor, row.member);
      await this.#payouts.releaseClaim(id, by.actor, clock.now()).catch(throwRefusal);
      await recordAudit(database, { ...by, action: 'withdrawal.release_payout_claim', subject: id, reason });
    });
  }

  /**
   * Names the transaction that pays a withdrawal, by who has claimed it.
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.payout_recorded,
   *   withdrawal.paused, withdrawal.tx_used, withdrawal.payer_approved, withdrawal.not_claimed, approval.own_account
   */
  async record(id: string, revision: number, tx: string, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, isVerifiable } = this.#parts;
    await database.inTransaction(async () => {
      const row = await this.#lockToPay(id, revision, by.actor);
      if (row.owner_stopped) throw new AppError('withdrawal.paused');
      const claim = await this.#payouts.claimOf(id);
      if (!claim || !(await isSamePerson(database, claim.by, by.actor))) throw new AppError('withdrawal.not_claimed');
      const hash = hashOf(row.chain, tx);
      const verifiable = isVerifiable(row.chain, row.asset);
      await this.#payouts
        .record({
          withdrawal: id,
          chain: row.chain,
          tx: hash,
          verifiable,
          recordedBy: by.actor,
          recordedAt: clock.now(),
        })
        .catch(throwApprovalError);
      const after = { tx: hash, verifiable };
      await recordAudit(database, { ...by, action: 'withdrawal.record_payout', subject: id, reason, after });
    });
  }

  /**
   * The second person's word for a payout that no chain is asked about.
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.payout_verified,
   *   withdrawal.paused, approval.second_person, withdrawal.tx_used, money.payouts_frozen
   */
  async confirm(id: string, revision: number, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, withdrawalSteps } = this.#parts;
    await database.inTransaction(async () => {
      const row = await withdrawalSteps.lock(id, { owner: true });
      if (row.revision !== revision) throw new AppError('withdrawal.changed');
      if (row.payout === null || row.payout_state === 'confirmed') throw new AppError('withdrawal.wrong_step');
      const payout = await this.#payouts.find(row.payout);
      if (payout?.verifiable !== false) throw new AppError('withdrawal.payout_verified');
      if (row.owner_stopped) throw new AppError('withdrawal.paused');
      const wanted = { action: 'withdrawal.confirm_payout', subject: row.payout } as const;
      await giveApproval(database, wanted, { ...by, reason }, clock.now());
      await this.#settle(row, row.payout, by.actor, null);
      const after = { tx: row.tx };
      await recordAudit(database, { ...by, action: 'withdrawal.confirm_payout', subject: id, reason, after });
    });
  }

  /**
   * Voids a payout that no chain has seen, after a wait, or once no node has known its transaction for ten minutes: one person asks
   * for it, another one approves. Then another can be recorded, or, when the wait is over, the withdrawal rejected. It stays on watch: should it be found yet, the audit log says so.
   * @param approval the request that this person approves; without it, the one that is open, or a new one
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, withdrawal.payout_seen,
   *   withdrawal.payout_young, approval.second_person, approval.own_account
   */
  async void(id: string, revision: number, { reason, ...by }: ActorWithReason, approval?: string): Promise<void> {
    const { database, clock, withdrawalSteps } = this.#parts;
    await database.inTransaction(async () => {
      const row = await withdrawalSteps.lock(id);
      if (row.revision !== revision) throw new AppError('withdrawal.changed');
      await refuseOwnAccount(database, by.actor, row.member);
      const payout = row.payout === null ? undefined : await this.#payouts.find(row.payout);
      if (!payout || payout.state === 'confirmed') throw new AppError('withdrawal.wrong_step');
      if (payout.state !== 'recorded') throw new AppError('withdrawal.payout_seen');
      const now = clock.now();
      const from = await this.#payouts.voidFrom(payout.id);
      if (from > now) throw new AppError('withdrawal.payout_young', { params: { until: from.toISOString() } });
      const wanted = { action: 'withdrawal.void_payout', payload: payloadOf(payout) } as const;
      const given = await this.#askOrGive(payout.id, { ...wanted, approval }, { ...by, reason }, now);
      if (given !== undefined) {
        await this.#payouts.markInvalid(payout.id, voidedFault);
        await closeApproval(database, given, now);
      }
      const action = given !== undefined ? 'withdrawal.void_payout' : 'withdrawal.ask_to_void_payout';
      await recordAudit(database, { ...by, action, subject: id, reason, after: { tx: payout.tx } });
    });
  }

  /** Locks one that this person may pay. */
  async #lockToPay(id: string, revision: number, actor: string): Promise<WithdrawalRow> {
    const { withdrawalSteps } = this.#parts;
    const row = await withdrawalSteps.lock(id, { owner: true });
    if (row.revision !== revision) throw new AppError('withdrawal.changed');
    if (row.payout !== null || row.reached) throw new AppError('withdrawal.payout_recorded');
    if (!(await withdrawalSteps.may(row, 'sent', 'operator'))) throw new AppError('withdrawal.wrong_step');
    await this.#refusePayer(row, actor);
    return row;
  }

  /** Whoever pays is neither its owner nor among those who have approved it: two look at what leaves, whatever it is worth. */
  async #refusePayer({ id, member }: WithdrawalRow, actor: string): Promise<void> {
    const { database } = this.#parts;
    await refuseOwnAccount(database, actor, member);
    const row = await database.one<{ approved: boolean }>('SELECT has_approved_withdrawal($1, $2) AS approved', [
      id,
      actor,
    ]);
    if (row?.approved) throw new AppError('withdrawal.payer_approved');
  }

  /**
   * Settles a payout that reached its member with another amount, or after it had been voided: one person asks for it, another
   * approves. Custody gives what was paid; less than was ordered goes back to the member, more is the system's own loss.
   * @param approval as `void`
   * @throws AppError request.not_found, withdrawal.changed, withdrawal.wrong_step, approval.second_person,
   *   approval.own_account, money.payouts_frozen
   */
  async settle(id: string, revision: number, { reason, ...by }: ActorWithReason, approval?: string): Promise<void> {
    const { database, clock, withdrawalSteps } = this.#parts;
    await database.inTransaction(async () => {
      const row = await withdrawalSteps.lock(id, { owner: true });
      if (row.revision !== revision) throw new AppError('withdrawal.changed');
      await refuseOwnAccount(database, by.actor, row.member);
      const payout = await this.#payouts.toSettle(id);
      // Where another one was named meanwhile, that one is waited for.
      if (!payout || row.step !== 'approved' || (row.payout !== null && row.payout !== payout.id))
        throw new AppError('withdrawal.wrong_step');
      const now = clock.now();
      const payload = { ...payloadOf(payout), paid: payout.paid ?? '' };
      const wanted = { action: 'withdrawal.settle_payout', payload } as const;
      const given = await this.#askOrGive(payout.id, { ...wanted, approval }, { ...by, reason }, now);
      if (given !== undefined) {
        await this.#settle(row, payout.id, by.actor, payout.ordinal);
        await closeApproval(database, given, now);
      }
      const action = given !== undefined ? 'withdrawal.settle_payout' : 'withdrawal.ask_to_settle_payout';
      const after = { tx: payout.tx, ordered: row.received, paid: payout.paid };
      await recordAudit(database, { ...by, action, subject: id, reason, after });
    });
  }

  /** Whose money it is, how much was ordered and, as far as a chain says so, paid, and where to: to be held against the chain. */
  async #facts(payout: string): Promise<Facts | null> {
    const row = await this.#parts.database.one<PayoutFacts>(
      `SELECT w.id AS withdrawal, m.username, w.received, w.asset, w.chain, w.address, p.tx, p.paid::text, p.fault
         FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal JOIN member m ON m.id = w.member WHERE p.id = $1`,
      [payout],
    );
    if (!row) return null;
    const { received, asset, paid, ...facts } = row;
    const { amount, unit } = money(BigInt(received), asset);
    return { ...facts, amount, unit, ...(paid !== null && { paid: money(BigInt(paid), asset).amount }) };
  }

  /** As its withdrawal stands now: what changes meanwhile refuses it. */
  async #approve(payout: string, work: (withdrawal: string, revision: number) => Promise<void>): Promise<undefined> {
    const row = await this.#parts.database.one<{ withdrawal: string; revision: number }>(
      'SELECT w.id AS withdrawal, w.revision FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal WHERE p.id = $1',
      [payout],
    );
    if (!row) throw new AppError('request.not_found');
    await work(row.withdrawal, row.revision);
    return undefined;
  }

  /** The first person asks, the second approves. @returns the approval that is complete with it */
  async #askOrGive(
    payout: string,
    {
      action,
      payload,
      approval,
    }: {
      readonly action: 'withdrawal.void_payout' | 'withdrawal.settle_payout';
      readonly payload: Readonly<Record<string, string>>;
      readonly approval: string | undefined;
    },
    by: ActorWithReason,
    now: Date,
  ): Promise<string | undefined> {
    const { database } = this.#parts;
    const open =
      approval ??
      (
        await database.one<{ id: string }>(
          `SELECT id FROM approval WHERE action = $1 AND subject = $2 AND closed_at IS NULL AND expires_at > $3
            ORDER BY id DESC LIMIT 1`,
          [action, payout, now],
        )
      )?.id;
    if (open !== undefined) return (await giveApprovalById(database, open, by, now)) ? open : undefined;
    await requestApproval(database, { ...by, action, subject: payout, payload }, now);
    return undefined;
  }

  open(chain: PayoutChain, after: string): Promise<OpenPayout[]> {
    return this.#payouts.openOn(chain, after, mostAtOnce);
  }

  voided(chain: PayoutChain): Promise<OpenPayout[]> {
    return this.#payouts.voidedOn(chain, this.#parts.clock.now(), mostAtOnce);
  }

  async unknown(id: string, isUnknown: boolean): Promise<void> {
    await this.#payouts.markUnknown(id, isUnknown);
  }

  async foundVoided({ id, withdrawal, tx, receivedMinor }: OpenPayout, ordinal: number): Promise<void> {
    const { database } = this.#parts;
    await database.inTransaction(async () => {
      await this.#payouts.markFound(id, ordinal, receivedMinor);
      await recordAudit(database, {
        actor: 'automatic',
        action: 'withdrawal.voided_payout_found',
        subject: withdrawal,
        reason: voidedAndSeenFault,
        after: { tx },
      });
    });
  }

  async progressOf(payout: OpenPayout): Promise<PayoutProgress> {
    const rows = await this.#payouts.namedWith(payout);
    const own = rows.find((row) => row.own);
    return {
      state: own?.state === 'seen' ? 'seen' : 'recorded',
      confirmations: own?.confirmations ?? 0,
      used: new Set(rows.flatMap(({ state, ordinal }) => (state === 'confirmed' && ordinal !== null ? [ordinal] : []))),
      waiting: rows.filter((row) => !row.own && row.same && row.state === 'seen').length,
    };
  }

  async seen(id: string, confirmations: number, needed: number): Promise<void> {
    const { withdrawalSteps, withdrawalNotifier } = this.#parts;
    await this.#withPayout(id, async (row) => {
      await this.#payouts.markSeen(id, confirmations, needed);
      if (!(await withdrawalSteps.may(row, 'sent', 'chain'))) return;
      await withdrawalSteps.move(row, 'sent', null);
      await withdrawalNotifier.sent(row);
    });
  }

  async complete(id: string, ordinal: number, confirmations: number): Promise<void> {
    await this.#withPayout(id, async (row) => {
      await this.#payouts.setConfirmations(id, confirmations);
      await this.#settle(row, id, `chain:${row.chain}`, ordinal);
    });
  }

  async mismatched({ id, asset, receivedMinor }: OpenPayout, { ordinal, paidMinor }: PaidAmount): Promise<void> {
    const { database } = this.#parts;
    await this.#withPayout(id, async (row) => {
      const [paid, ordered] = [money(paidMinor, asset), money(receivedMinor, asset)];
      const fault = `it paid ${paid.amount} ${asset}, and ${ordered.amount} ${asset} were ordered`;
      await this.#payouts.markMismatched(id, ordinal, paidMinor, fault);
      await recordAudit(database, {
        actor: 'automatic',
        action: 'withdrawal.payout_mismatched',
        subject: row.id,
        reason: fault,
        after: { tx: row.tx, paid: paid.amount, ordered: ordered.amount },
      });
    });
  }

  async refuse(id: string, fault: string): Promise<void> {
    const { database } = this.#parts;
    await this.#withPayout(id, async (row) => {
      if (row.payout_state !== 'recorded') throw new Error(`payout ${id} was seen on the chain, and is now refused`);
      await this.#payouts.markInvalid(id, fault);
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
      const payout = await this.#payouts.find(id);
      if (!payout) throw new AppError('request.not_found');
      const row = await withdrawalSteps.lock(payout.withdrawal);
      if (row.payout === id && row.payout_state !== 'confirmed') await work(row);
    };
    await (database.isInTransaction() ? step() : database.inTransaction(step));
  }

  async #settle(row: WithdrawalRow, payout: string, by: string, ordinal: number | null): Promise<void> {
    const { clock, withdrawalSteps, withdrawalNotifier } = this.#parts;
    await this.#payouts
      .confirm(payout, { ordinal, confirmedBy: by, confirmedAt: clock.now() })
      .catch((error: unknown) => {
        const { constraint } = postgresFailure(error) ?? {};
        throw constraint === 'withdrawal_payout_once' ? new AppError('withdrawal.tx_used') : error;
      });
    const isSent = !(await withdrawalSteps.may(row, 'sent', 'chain'));
    await withdrawalSteps.complete(isSent ? row : await withdrawalSteps.move(row, 'sent', null));
    await withdrawalNotifier.complete(row);
  }
}

interface PayoutFacts {
  readonly withdrawal: string;
  readonly username: string;
  readonly received: string;
  readonly asset: PayoutAsset;
  readonly chain: PayoutChain;
  readonly address: string;
  readonly tx: string;
  readonly paid: string | null;
  readonly fault: string | null;
}

const payloadOf = ({ withdrawal, chain, tx }: { withdrawal: string; chain: PayoutChain; tx: string }) => ({
  withdrawal,
  chain,
  tx,
});

/** A transaction's hash in its chain's own form: with 0x on BSC alone. */
function hashOf(chain: PayoutChain, tx: string): string {
  const digits = tx.trim().toLowerCase().replace(/^0x/, '');
  return chain === 'BSC' ? `0x${digits}` : digits;
}
