import { money } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { giveApproval, throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { approvalSeconds, lockAside, refuseAsked, worthOf } from '../deposits/asideDeposit.ts';
import type { DepositRules } from '../deposits/depositValue.ts';
import type { Destinations } from './destinations.ts';
import { type EntryParts, enterWithdrawal } from './enterWithdrawal.ts';

export interface DepositReturnParts extends EntryParts {
  readonly destinations: Destinations;
  readonly depositRules: DepositRules;
}

const action = 'deposit.return';
/** It is paid in what it came in. */
const noRate = { rate: undefined, rateText: undefined, leastMinor: undefined };

/**
 * Sends what came below the minimum back: one treasurer asks and says where to, another says yes. Then it goes the way of
 * withdrawals, from the queue to the chain, whole and beyond their limits. What their end does to the deposit is the database's
 * to do, in the transaction that ends them (deposit-returns.sql).
 */
export class DepositReturns {
  readonly #parts: DepositReturnParts;

  constructor(parts: DepositReturnParts) {
    this.#parts = parts;
  }

  /** What goes back to its sender waits for a second person. */
  readonly approval: ApprovalKind = {
    readBy: 'books',
    facts: ({ username, payload: { chain, usdt, address } }) => ({
      ...{ username, chain, usdt: money(BigInt(String(usdt)), 'USDT').amount, address },
    }),
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /**
   * @param typed on the chain that it came by; its sender is no good one where an exchange sends for many
   * @returns until when another person can say yes
   * @throws AppError request.not_found, deposit.not_aside, deposit.release_asked, deposit.return_asked, deposit.worthless,
   *   rate.unavailable, approval.own_account, auth.forbidden, and as Destinations.check
   */
  async ask(id: string, typed: string, { reason, ...by }: ActorWithReason): Promise<Date> {
    const { database, clock, destinations, depositRules } = this.#parts;
    return database.inTransaction(async () => {
      const deposit = await lockAside(database, id, by.actor);
      const { member, username, usdt, chain } = deposit;
      const { address } = await destinations.check(member, chain, typed);
      const now = clock.now();
      await worthOf(deposit, depositRules, now);
      await refuseAsked(database, id, now);
      const expiresAt = secondsFrom(now, approvalSeconds);
      await database
        .rows('SELECT ask_deposit_return($1, $2, $3, $4, $5, $6)', [id, address, by.actor, reason, now, expiresAt])
        .catch(throwApprovalError);
      const after = { member, username, usdt, chain, address };
      await recordAudit(database, { ...by, action: 'deposit.ask_return', subject: id, reason, after });
      return expiresAt;
    });
  }

  /**
   * The second person's yes: it is held, and waits for its review among the withdrawals.
   * @param asked the return, as it was asked for
   * @returns the withdrawal
   * @throws AppError request.not_found, deposit.not_aside, approval.closed, approval.second_person, approval.own_account,
   *   rate.unavailable, auth.forbidden, and as Destinations.check
   */
  async approve(asked: string, { reason, ...by }: ActorWithReason): Promise<string> {
    const { database, clock, destinations, depositRules } = this.#parts;
    return database.inTransaction(async () => {
      const wanted = await database.one<{ deposit: string; address: string }>(
        'SELECT deposit, address FROM deposit_return WHERE id = $1',
        [asked],
      );
      if (!wanted) throw new AppError('request.not_found');
      const deposit = await lockAside(database, wanted.deposit, by.actor);
      const now = clock.now();
      await giveApproval(database, { action, subject: asked }, { ...by, reason }, now);
      const { member, username, usdt, chain } = deposit;
      // It may have been denied since.
      const { address, looksLike } = await destinations.check(member, chain, wanted.address);
      const { usd } = await worthOf(deposit, depositRules, now);
      const id = uuidv7();
      const held = await database.one<{ hold: string }>('SELECT begin_deposit_return($1, $2, $3, $4, $5) AS hold', [
        asked,
        uuidv7(),
        uuidv7(),
        id,
        now,
      ]);
      if (!held) throw new Error('begin_deposit_return answered nothing');
      const amountMinor = BigInt(usdt);
      await enterWithdrawal(this.#parts, {
        id,
        memberId: member,
        request: { unit: 'USDT', amountMinor, asset: 'USDT', chain },
        amounts: {
          grossMinor: amountMinor,
          feeMinor: 0n,
          receivedMinor: amountMinor,
          usdMinor: usd,
          at: now,
          ...noRate,
        },
        destination: { address, addedAt: now, looksLike },
        addressTyped: wanted.address,
        hold: held.hold,
        from: { origin: 'deposit_return', depositReturn: asked },
      });
      const after = { member, username, usdt, chain, address, withdrawal: id };
      await recordAudit(database, { ...by, action, subject: wanted.deposit, reason, after });
      return id;
    });
  }
}
