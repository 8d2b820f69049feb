import { ApprovalRequests, type StoredRequest } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { type Asked, refuseOwnAccount } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';
import { throwRefusal } from '../../platform/db/sqlStates.ts';

export interface ErasureParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly members: MemberRepository;
}

interface Erasure {
  readonly member: string;
  /** ISO 8601, UTC. */
  readonly memberSince: string;
}

/**
 * Forgets who a member was, at their own request: what is forgotten, and what the books keep, is `docs/erasure.md`. The audit log
 * names them by their number, so nothing new says who they were.
 */
export class Erasures {
  readonly #parts: ErasureParts;
  readonly #requests: ApprovalRequests<Erasure>;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
    this.#requests = new ApprovalRequests<Erasure>(parts, {
      action: 'member.erase',
      about: 'member',
      askAction: 'member.ask_erasure',
      same: ['member'],
      facts: ({ payload: { memberSince }, username }: StoredRequest<Erasure>) => ({
        ...{ username: username ?? '', memberSince },
      }),
      audited: ({ payload: { member } }) => ({ subject: member, after: { member } }),
      apply: async ({ id }, { actor, reason }, now) => {
        await parts.database.rows('SELECT erase_member($1, $2, $3, $4)', [id, actor, reason, now]);
        return undefined;
      },
    });
  }

  get approval(): ApprovalKind {
    return this.#requests.approval;
  }

  /**
   * Asks for it; what waited of the same member does so no longer.
   * @throws AppError request.not_found, erasure.done; while money is there or on its way erasure.withdrawal, erasure.deposit,
   *   erasure.package, erasure.stake, erasure.bonus, erasure.balance; approval.own_account, auth.forbidden
   */
  async ask(username: string, by: ActorWithReason): Promise<Asked> {
    const { database, members } = this.#parts;
    const member = await members.findByUsername(username);
    if (!member) throw new AppError('request.not_found');
    await refuseOwnAccount(database, by.actor, member.id);
    await database.rows('SELECT check_erasable($1)', [member.id]).catch(throwRefusal);
    return this.#requests.ask({ member: member.id, memberSince: member.createdAt.toISOString() }, by);
  }
}
