import { type HistorySpan, historySpans, money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { beginningOf, utcDayOf } from '../../ground/utcDay.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Statements } from '../../ledger/statements.ts';
import type { StakedValue } from './stakedValue.ts';

/** What members had in all over time, from the ledger's postings: nothing is kept for it. */
export class BalanceHistory {
  readonly #statements: Statements;
  readonly #clock: Clock;
  readonly #staked: StakedValue;
  readonly #members: MemberRepository;

  constructor(statements: Statements, clock: Clock, staked: StakedValue, members: MemberRepository) {
    this.#members = members;
    this.#staked = staked;
    this.#statements = statements;
    this.#clock = clock;
  }

  /** The total before each day of the span (UTC) that the member was one, from when they joined, and now; the last is the total of the balances. */
  async read(memberId: string, span: HistorySpan): Promise<AnswerOf<'member', 'getBalanceHistory'>> {
    const now = this.#clock.now();
    const joined = (await this.#members.findById(memberId))?.createdAt ?? now;
    const times = since(joined, beginnings(now, historySpans[span]));
    const [totals, more] = await Promise.all([
      this.#statements.totalsBefore(memberId, times),
      this.#staked.moreBefore(memberId, times),
    ]);
    return {
      points: [...times, now].map((at, index) => ({
        at,
        total: money((totals[index] ?? 0n) + (more[index] ?? 0n), 'USD'),
      })),
    };
  }
}

/** The beginnings of so many days, the latest today's, oldest first. */
function beginnings(now: Date, { points, stepDays }: { points: number; stepDays: number }): Date[] {
  const today = utcDayOf(now);
  return Array.from({ length: points }, (_, index) => beginningOf(today - (points - 1 - index) * stepDays));
}

/** Those times that are not before another; what was before it begins with it. */
function since(start: Date, times: readonly Date[]): readonly Date[] {
  const later = times.filter((time) => time > start);
  return later.length === times.length ? times : [start, ...later];
}
