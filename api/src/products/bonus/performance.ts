import type { AnswerOf, RuleValue } from '@trellis/api-contract/schemas';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { utcDayOf } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';
import { saleIn } from '../sale/saleTo.ts';
import { firstDayOf, monthAfter, monthOf } from './months.ts';
import { type PerformanceFacts, performanceFacts } from './performanceFacts.ts';
import { type BonusNow, presentPerformance } from './performancePresenter.ts';

export interface PerformanceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
}

/** The month that is asked for and those before it. */
const monthsOfBars = 6;

/** What a month brought to a member's team, and their bonus of it, each figure with what it was computed from. */
export class TeamPerformance {
  readonly #parts: PerformanceParts;

  constructor(parts: PerformanceParts) {
    this.#parts = parts;
  }

  /**
   * @param wantedMonth `2026-03`; else this month
   * @throws AppError request.not_found for a month before they joined, or to come
   */
  async read(memberId: string, wantedMonth: string | undefined): Promise<AnswerOf<'member', 'getTeamPerformance'>> {
    const { database, clock, rules } = this.#parts;
    const today = utcDayOf(clock.now());
    const runs = monthOf(today);
    const month = wantedMonth ?? runs;
    if (month > runs) throw new AppError('request.not_found');
    const [monthFrom, monthTo] = [firstDayOf(month), firstDayOf(monthAfter(month, 1)) - 1];
    const bars = Array.from({ length: monthsOfBars }, (_each, n) => monthAfter(month, n + 1 - monthsOfBars));
    const barsFrom = firstDayOf(bars[0] ?? month);
    const terms = await rules.at('bonusTerms');
    const facts = await performanceFacts(database, {
      member: memberId,
      // What is carried forward is notified of the month that runs: it reaches back as far as volume lasts.
      from: month === runs ? undefined : barsFrom,
      to: month === runs ? today + 1 : monthTo,
      monthFrom,
      monthTo,
      barsFrom,
      today,
    });
    if (month < monthOf(facts.joinedOn)) throw new AppError('request.not_found');
    return presentPerformance(facts, {
      month,
      runs,
      bars,
      sale: await saleIn(rules, 'team', facts.country),
      now: await this.#nowOf(facts, terms),
    });
  }

  async #nowOf({ activeLevels, ownValue }: PerformanceFacts, terms: RuleValue<'bonusTerms'>): Promise<BonusNow> {
    const caps = [...(await this.#parts.rules.all('bonusCap'))].filter(([level]) => activeLevels.includes(level));
    const highest = caps.toSorted(([, a], [, b]) => (a.month < b.month ? 1 : -1))[0];
    return {
      terms,
      level: highest?.[0] ?? null,
      capADay: (highest?.[1].month ?? 0n) / BigInt(terms.capDivisor),
      ownValue,
    };
  }
}
