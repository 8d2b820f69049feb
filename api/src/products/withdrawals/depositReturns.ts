import { type DepositChain, money } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import { ApprovalRequests, type StoredRequest } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind, Approver } from '../../governance/approvals/approvalService.ts';
import type { Asked } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { AppError } from '../../ground/errors.ts';
import type { DepositRules } from '../deposits/depositValue.ts';
import { lockInSuspense, refuseAsked, senderOf, usdValueOf } from '../deposits/suspenseDeposit.ts';
import type { Destinations } from './destinations.ts';
import { type EntryParts, enterWithdrawal } from './enterWithdrawal.ts';

export interface DepositReturnParts extends EntryParts {
  readonly destinations: Destinations;
  readonly depositRules: DepositRules;
}

/** What is approved: where to, and what; in minor units. */
interface ReturnPayload {
  readonly deposit: string;
  readonly member: string;
  readonly usdt: string;
  readonly chain: DepositChain;
  readonly address: string;
}

/** It is paid in what it came in. */
const noRate = { rate: undefined, rateText: undefined, leastMinor: undefined };

/**
 * Sends what came below the minimum back: one treasurer asks and says where to, another approves. Then it goes the way of
 * withdrawals, from the queue to the chain, whole and beyond their limits. What their end does to the deposit is the database's
 * to do, in the transaction that ends them (deposit-returns.sql).
 */
export class DepositReturns {
  readonly #parts: DepositReturnParts;
  readonly #requests: ApprovalRequests<ReturnPayload>;

  constructor(parts: DepositReturnParts) {
    this.#parts = parts;
    this.#requests = new ApprovalRequests<ReturnPayload>(parts, {
      action: 'deposit.return',
      about: 'member',
      askAction: 'deposit.ask_return',
      same: ['deposit'],
      readBy: 'books',
      facts: async ({ username, payload: { deposit, chain, usdt, address } }) => ({
        ...{ username, ...(await senderOf(parts.database, deposit)), chain },
        ...{ usdt: money(BigInt(usdt), 'USDT').amount, address },
      }),
      audited: ({ username, payload: { deposit, ...after } }) => ({ subject: deposit, after: { ...after, username } }),
      apply: (request, approver, now) => this.#begin(request, approver, now),
    });
  }

  /** What goes back to its sender waits for a second person. */
  get approval(): ApprovalKind {
    return this.#requests.approval;
  }

  /**
   * @param typed on the chain that it came by; its sender is no good one where an exchange sends for many
   * @throws AppError request.not_found, deposit.not_aside, deposit.release_asked, deposit.return_asked, deposit.worthless,
   *   rate.unavailable, approval.own_account, auth.forbidden, and as Destinations.check
   */
  async ask(id: string, typed: string, by: ActorWithReason): Promise<Asked> {
    const { database, clock, destinations, depositRules } = this.#parts;
    return database.inTransaction(async () => {
      const deposit = await lockInSuspense(database, id, by.actor);
      const { member, usdt, chain } = deposit;
      const { address } = await destinations.check(member, chain, typed);
      const now = clock.now();
      await usdValueOf(deposit, depositRules, now);
      await refuseAsked(database, id, now);
      return this.#requests.ask({ deposit: id, member, usdt, chain, address }, by);
    });
  }

  /**
   * The second person's approval: it is held, and waits for its review among the withdrawals.
   * @throws AppError request.not_found, deposit.not_aside, approval.closed, approval.second_person, approval.own_account,
   *   rate.unavailable, auth.forbidden, and as Destinations.check
   */
  async #begin({ id: request, payload }: StoredRequest<ReturnPayload>, { actor, reason }: Approver, now: Date) {
    const { database, destinations, depositRules } = this.#parts;
    const deposit = await lockInSuspense(database, String(payload.deposit), actor);
    const { member, usdt, chain } = deposit;
    const id = uuidv7();
    const begun = await database.one<{ hold: string; subject: string }>(
      `SELECT begin_deposit_return($1, $2, $3, $4, $5, $6, $7) AS hold, subject FROM approval WHERE id = $1`,
      [request, uuidv7(), uuidv7(), id, actor, reason, now],
    );
    if (!begun) throw new AppError('approval.closed');
    // It may have been denied since.
    const { address, looksLike } = await destinations.check(member, chain, payload.address);
    const { usd } = await usdValueOf(deposit, depositRules, now);
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
      addressTyped: payload.address,
      hold: begun.hold,
      from: { origin: 'deposit_return', depositReturn: begun.subject },
    });
    return { after: { withdrawal: id } };
  }
}
