import { money } from '@trellis/api-contract';
import { ApprovalRequests, type StoredRequest } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind, Approver } from '../../governance/approvals/approvalService.ts';
import { type Asked, giveApprovalById } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DepositRules } from './depositValue.ts';
import type { HeldDeposits } from './heldDeposits.ts';
import { lockInSuspense, refuseAsked, type SuspenseDeposit, senderOf, usdValueOf } from './suspenseDeposit.ts';

export interface DepositReleaseParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: DepositRules;
  readonly held: HeldDeposits;
}

/** What is approved: in minor units. */
interface ReleasePayload {
  readonly deposit: string;
  readonly member: string;
  readonly usdt: string;
}

/**
 * Credits what came below the minimum or is in suspense, where that is the better end of it: one treasurer asks, another
 * approves. What is held for an address that was not verified is its owner's to free, and nobody else's.
 */
export class DepositReleases {
  readonly #parts: DepositReleaseParts;
  readonly #requests: ApprovalRequests<ReleasePayload>;

  constructor(parts: DepositReleaseParts) {
    this.#parts = parts;
    this.#requests = new ApprovalRequests<ReleasePayload>(parts, {
      action: 'deposit.release',
      about: 'member',
      askAction: 'deposit.ask_release',
      same: ['deposit'],
      readBy: 'books',
      subject: ({ deposit }) => deposit,
      facts: async ({ username, payload: { deposit, usdt } }) => ({
        ...{ username, ...(await senderOf(parts.database, deposit)), usdt: money(BigInt(usdt), 'USDT').amount },
      }),
      audited: ({ username, payload: { deposit, ...after } }) => ({ subject: deposit, after: { ...after, username } }),
      apply: (request, approver, now) => this.#release(request, approver, now),
    });
  }

  get approval(): ApprovalKind {
    return this.#requests.approval;
  }

  /**
   * @throws AppError request.not_found, deposit.not_aside, erasure.done, deposit.release_asked, deposit.return_asked, deposit.worthless,
   *   rate.unavailable, approval.own_account, auth.forbidden
   */
  async ask(id: string, by: ActorWithReason): Promise<Asked> {
    const { database, clock, rules } = this.#parts;
    return database.inTransaction(async () => {
      const deposit = await this.#lock(id, by.actor);
      const now = clock.now();
      await usdValueOf(deposit, rules, now);
      await refuseAsked(database, id, now);
      return this.#requests.ask({ deposit: id, member: deposit.member, usdt: deposit.usdt }, by);
    });
  }

  /** @throws AppError erasure.done, and as `lockInSuspense`: to who was erased nothing is released */
  async #lock(id: string, actor: string): Promise<SuspenseDeposit> {
    const deposit = await lockInSuspense(this.#parts.database, id, actor);
    if (deposit.erased) throw new AppError('erasure.done');
    return deposit;
  }

  /**
   * @throws AppError request.not_found, deposit.not_aside, erasure.done, approval.closed, approval.second_person, approval.own_account,
   *   rate.unavailable, auth.forbidden
   */
  async #release({ id: request, payload }: StoredRequest<ReleasePayload>, approver: Approver, now: Date) {
    const { database, rules, held } = this.#parts;
    const id = payload.deposit;
    const deposit = await this.#lock(id, approver.actor);
    await giveApprovalById(database, request, approver, now);
    const value = await usdValueOf(deposit, rules, now);
    const { member: memberId, name } = deposit;
    await database.rows('SELECT release_deposit($1, $2, $3, $4)', [id, value.usd.toString(), value.rateId, now]);
    await held.credit({ id, memberId, name, usdt: BigInt(deposit.usdt), value }, 'usdtSuspense');
    return { after: { usd: money(value.usd, 'USD').amount } };
  }
}
