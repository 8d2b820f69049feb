import { money, moneyText } from '@trellis/api-contract';
import { dayText } from '../../ground/utcDay.ts';
import type { PackageQuote } from './packageQuote.ts';
import type { PackageTerms } from './packageTerms.ts';

/** What the database looks at: it takes nothing else than what the terms of the moment say. */
export const agreedOf = (terms: PackageTerms, quote: PackageQuote, cancelDays: number) => ({
  plan_type: quote.planType,
  level: quote.level,
  price: String(quote.price),
  rp: String(quote.rp),
  reward: String(quote.reward),
  apr_ppm: aprOf(terms, quote.level),
  loops: quote.loops.length,
  loop_days: terms.loopDays,
  start_day: dayText(quote.startDay),
  cancel_days: cancelDays,
});

function aprOf(terms: PackageTerms, level: string): number {
  const found = terms.levels.find((each) => each.level === level);
  if (!found) throw new Error(`there is no level ${level}`);
  return Number(found.aprPpm);
}

/** What a buyer is told. */
export const boughtTexts = ({ level, price, reward, startDay, days }: PackageQuote) => ({
  level,
  price: moneyText(money(price, 'USD')),
  reward: moneyText(money(reward, 'USDP')),
  last: startDay + days,
});

export const linkToPackage = (id: string): string => `/plan/packages/${id}`;
