import { type CorrectionCause, money, parseAmount } from '@trellis/api-contract';
import type { ParsedOf } from '@trellis/api-contract/schemas';
import { ApprovalRequests, posts, type StoredRequest } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import type { Asked } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';

export interface BonusCorrectionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly members: MemberRepository;
}

interface Correction {
  readonly member: string;
  readonly amount: string;
  readonly cause: CorrectionCause;
}
type NewCorrection = Omit<ParsedOf<'operator', 'askBonusCorrection'>, 'reason'>;

const unit = 'USD';

/** Puts a bonus right that was wrong, past the days that are closed. The guards are the database's. */
export class BonusCorrections {
  readonly #members: MemberRepository;
  readonly #requests: ApprovalRequests<Correction>;

  constructor({ members, ...parts }: BonusCorrectionParts) {
    this.#members = members;
    const facts = ({ payload: { amount, cause }, username }: StoredRequest<Correction>) => ({
      ...{ username: username ?? '', ...money(BigInt(amount), unit), cause },
    });
    this.#requests = new ApprovalRequests<Correction>(parts, {
      action: 'bonus.correct',
      about: 'member',
      askAction: 'bonus.ask_correction',
      same: ['member'],
      readBy: 'books',
      facts,
      audited: (request) => {
        const { username, ...after } = facts(request);
        return { subject: username, after };
      },
      apply: posts(parts.database, 'post_bonus_correction'),
    });
  }

  get approval(): ApprovalKind {
    return this.#requests.approval;
  }

  /**
   * Asks for one; what waited of its member does so no longer.
   * @throws AppError request.not_found, money.amount_format, auth.forbidden
   */
  async ask({ username, direction, amount, cause }: NewCorrection, by: ActorWithReason): Promise<Asked> {
    const minor = parseAmount(amount, unit);
    if (minor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    const member = await this.#members.findByUsername(username);
    if (member === undefined) throw new AppError('request.not_found');
    const payload = { member: member.id, amount: (direction === 'in' ? minor : -minor).toString(), cause };
    return this.#requests.ask(payload, by);
  }
}
