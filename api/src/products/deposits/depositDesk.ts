import { type DepositChain, type Money, money } from '@trellis/api-contract';
import { giveApproval, refuseOwnAccount, requestApproval } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DepositRules, valueAt } from './depositValue.ts';
import type { HeldDeposits } from './heldDeposits.ts';

export interface DepositDeskParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: DepositRules;
  readonly held: HeldDeposits;
}

interface AsideRow {
  readonly id: string;
  readonly member: string;
  readonly username: string;
  readonly chain: DepositChain;
  readonly name: string;
  readonly usdt: string;
  readonly block_time: Date;
  readonly state: string;
}

const approvalSeconds = 24 * 3600;
const action = 'deposit.release';

/**
 * Credits what came below the minimum, where that is the better end of it: one treasurer asks, another says yes. What is held
 * for an address that was not verified is its owner's to free, and nobody else's.
 */
export class DepositDesk {
  readonly #parts: DepositDeskParts;

  constructor(parts: DepositDeskParts) {
    this.#parts = parts;
  }

  /**
   * @returns until when another person can say yes
   * @throws AppError request.not_found, deposit.not_aside, deposit.release_asked, deposit.worthless, rate.unavailable,
   *   approval.own_account, auth.forbidden
   */
  async ask(id: string, { reason, ...by }: ActorWithReason): Promise<Date> {
    const { database, clock } = this.#parts;
    return database.inTransaction(async () => {
      const deposit = await this.#lock(id, by.actor);
      await this.#valueOf(deposit);
      const now = clock.now();
      const open = await database.one(
        'SELECT 1 AS found FROM approval WHERE action = $1 AND subject = $2 AND closed_at IS NULL AND expires_at > $3',
        [action, id, now],
      );
      if (open) throw new AppError('deposit.release_asked');
      // One that has lapsed makes room.
      await database.rows(
        'SELECT close_approval(id, $3) FROM approval WHERE action = $1 AND subject = $2 AND closed_at IS NULL',
        [action, id, now],
      );
      const { member, usdt } = deposit;
      const payload = { deposit: id, member, usdt };
      const expiresAt = secondsFrom(now, approvalSeconds);
      const asked = { action, subject: id, payload, needed: 1, requestedAt: now, expiresAt } as const;
      await requestApproval(database, { ...by, ...asked, reason });
      await recordAudit(database, {
        ...by,
        action: 'deposit.ask_release',
        subject: id,
        reason,
        after: { member, usdt, username: deposit.username },
      });
      return expiresAt;
    });
  }

  /**
   * @returns what was put on the balance
   * @throws AppError request.not_found, deposit.not_aside, approval.closed, approval.second_person, approval.own_account,
   *   rate.unavailable, auth.forbidden
   */
  async approve(id: string, { reason, ...by }: ActorWithReason): Promise<Money> {
    const { database, clock, held } = this.#parts;
    return database.inTransaction(async () => {
      const deposit = await this.#lock(id, by.actor);
      const now = clock.now();
      await giveApproval(database, { action, subject: id }, { ...by, reason }, now);
      const value = await this.#valueOf(deposit);
      const { member: memberId, name, username } = deposit;
      await database.rows('SELECT release_deposit($1, $2, $3, $4)', [id, value.usd.toString(), value.rateId, now]);
      await held.credit({ id, memberId, name, usdt: BigInt(deposit.usdt), value }, 'usdtSuspense');
      const credited = money(value.usd, 'USD');
      const after = { member: memberId, username, usd: credited.amount };
      await recordAudit(database, { ...by, action, subject: id, reason, after });
      return credited;
    });
  }

  async #lock(id: string, actor: string): Promise<AsideRow> {
    const { database } = this.#parts;
    const row = await database.one<AsideRow>(
      `SELECT d.id, d.member_id AS member, m.username, d.chain, d.usdt, d.block_time, d.state,
              d.chain || ' ' || encode(d.transaction, 'hex') || ' ' || d.ordinal AS name
         FROM deposit_transfer d JOIN member m ON m.id = d.member_id WHERE d.id = $1 FOR UPDATE OF d`,
      [id],
    );
    if (!row) throw new AppError('request.not_found');
    if (row.state !== 'below_minimum') throw new AppError('deposit.not_aside');
    await refuseOwnAccount(database, actor, row.member);
    return row;
  }

  /** At the rate of its block, as of any other; a fee would take most of what is below the minimum. */
  async #valueOf({ usdt, block_time: at }: AsideRow) {
    const value = valueAt(BigInt(usdt), 0n, await this.#parts.rules.rate(at));
    if (value.usd <= 0n) throw new AppError('deposit.worthless');
    return value;
  }
}
