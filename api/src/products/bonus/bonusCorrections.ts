import { type CorrectionCause, type Money, money, parseAmount } from '@trellis/api-contract';
import type { ParsedOf } from '@trellis/api-contract/schemas';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { type PostingRequest, PostingRequests, type RequestPage } from '../../governance/approvals/postingRequests.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';

/** What a member gets out of the pool, or (below zero) gives back, and the cause that they are shown. */
interface CorrectionFacts {
  readonly username: string;
  readonly amount: Money;
  readonly cause: CorrectionCause;
}
export type BonusCorrection = PostingRequest & CorrectionFacts;

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
  readonly #requests: PostingRequests<Correction, CorrectionFacts>;

  constructor({ members, ...parts }: BonusCorrectionParts) {
    this.#members = members;
    this.#requests = new PostingRequests<Correction, CorrectionFacts>(parts, {
      action: 'bonus.correct',
      askAction: 'bonus.ask_correction',
      same: ['member'],
      post: 'post_bonus_correction',
      facts: ({ payload: { amount, cause }, username }) => ({
        ...{ username: username ?? '', amount: money(BigInt(amount), unit), cause },
      }),
      audited: ({ username, amount, cause }) => ({
        subject: username,
        after: { amount: amount.amount, unit: amount.unit, cause },
      }),
      preview: ({ username, amount, cause }) => ({ before: null, after: { username, amount: amount.amount, cause } }),
    });
  }

  get approval(): ApprovalKind {
    return this.#requests.approval;
  }

  /** All that were asked for, latest first. */
  list(page: RequestPage): Promise<BonusCorrection[]> {
    return this.#requests.list(page);
  }

  /**
   * Asks for one; what waited of its member does so no longer.
   * @throws AppError request.not_found, money.amount_format, auth.forbidden
   */
  async ask({ username, direction, amount, cause }: NewCorrection, by: ActorWithReason): Promise<BonusCorrection> {
    const minor = parseAmount(amount, unit);
    if (minor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    const member = await this.#members.findByUsername(username);
    if (member === undefined) throw new AppError('request.not_found');
    const payload = { member: member.id, amount: (direction === 'in' ? minor : -minor).toString(), cause };
    return this.#requests.ask(payload, by);
  }
}
