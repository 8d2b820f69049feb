import { displayCurrencies } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { dayMs } from '../../ground/utcDay.ts';

/** What operators say a USD is about worth elsewhere. It is shown alongside balances, and nothing is computed by it. */
export class DisplayRates {
  readonly #rules: Rules;
  readonly #clock: Clock;

  constructor(rules: Rules, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  /** Those in force now that are not too old: an old one would mislead. */
  async now(): Promise<AnswerOf<'member', 'getDisplayRates'>> {
    const now = this.#clock.now().getTime();
    const rates: AnswerOf<'member', 'getDisplayRates'>['rates'][number][] = [];
    for (const currency of displayCurrencies) {
      const { value, from } = await this.#rules.since('displayRate', currency);
      if (value.perUsd === null || now - from.getTime() > value.maximumAgeDays * dayMs) continue;
      rates.push({ currency, perUsd: value.perUsd, since: from });
    }
    return { rates };
  }
}
