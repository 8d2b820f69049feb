import { type Money, money } from '@trellis/api-contract';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { type Asked, giveApproval, requestApproval } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockAside, refuseAsked, worthOf } from './asideDeposit.ts';
import type { DepositRules } from './depositValue.ts';
import type { HeldDeposits } from './heldDeposits.ts';

export interface DepositDeskParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: DepositRules;
  readonly held: HeldDeposits;
}

const action = 'deposit.release';

/**
 * Credits what came below the minimum or is in suspense, where that is the better end of it: one treasurer asks, another says yes. What is held
 * for an address that was not verified is its owner's to free, and nobody else's.
 */
export class DepositDesk {
  readonly #parts: DepositDeskParts;

  constructor(parts: DepositDeskParts) {
    this.#parts = parts;
  }

  /** What is released from suspense waits for a second person. */
  readonly approval: ApprovalKind = {
    readBy: 'books',
    facts: async ({ username, subject, payload }) => {
      const find = 'SELECT chain FROM deposit_transfer WHERE id = $1';
      const row = await this.#parts.database.one<{ chain: string }>(find, [subject]);
      return { username, ...row, usdt: money(BigInt(String(payload.usdt)), 'USDT').amount };
    },
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /**
   * @throws AppError request.not_found, deposit.not_aside, deposit.release_asked, deposit.return_asked, deposit.worthless,
   *   rate.unavailable, approval.own_account, auth.forbidden
   */
  async ask(id: string, { reason, ...by }: ActorWithReason): Promise<Asked> {
    const { database, clock, rules } = this.#parts;
    return database.inTransaction(async () => {
      const deposit = await lockAside(database, id, by.actor);
      const now = clock.now();
      await worthOf(deposit, rules, now);
      await refuseAsked(database, id, now);
      const { member, usdt, username } = deposit;
      const payload = { deposit: id, member, usdt };
      const asked = { action, subject: id, payload } as const;
      const waiting = await requestApproval(database, { ...by, ...asked, reason }, now);
      const after = { member, usdt, username };
      await recordAudit(database, { ...by, action: 'deposit.ask_release', subject: id, reason, after });
      return waiting;
    });
  }

  /**
   * @returns what was put on the balance
   * @throws AppError request.not_found, deposit.not_aside, approval.closed, approval.second_person, approval.own_account,
   *   rate.unavailable, auth.forbidden
   */
  async approve(id: string, { reason, ...by }: ActorWithReason): Promise<Money> {
    const { database, clock, rules, held } = this.#parts;
    return database.inTransaction(async () => {
      const deposit = await lockAside(database, id, by.actor);
      const now = clock.now();
      await giveApproval(database, { action, subject: id }, { ...by, reason }, now);
      const value = await worthOf(deposit, rules, now);
      const { member: memberId, name, username } = deposit;
      await database.rows('SELECT release_deposit($1, $2, $3, $4)', [id, value.usd.toString(), value.rateId, now]);
      await held.credit({ id, memberId, name, usdt: BigInt(deposit.usdt), value }, 'usdtSuspense');
      const credited = money(value.usd, 'USD');
      const after = { member: memberId, username, usd: credited.amount };
      await recordAudit(database, { ...by, action, subject: id, reason, after });
      return credited;
    });
  }
}
