import { type Language, languageTag } from '@trellis/api-contract';

const units = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;
const week = 7 * 86_400_000;

/** How long ago a moment was, in words; of one longer ago than a week nothing, because its date says more. */
export function agoText(time: string, now: number, language: Language): string | undefined {
  const passed = now - Date.parse(time);
  if (passed >= week) return undefined;
  const words = new Intl.RelativeTimeFormat(languageTag[language], { numeric: passed < 60_000 ? 'auto' : 'always' });
  const [unit, size] = units.findLast(([, each]) => passed >= each) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return words.format(-Math.floor(Math.max(0, passed) / size), unit);
}
