import type { Language } from '@trellis/api-contract';

/** How each language writes a moment (product.md section 12). */
const patterns: Readonly<Record<Language, (parts: Readonly<Record<string, string>>) => string>> = {
  en: ({ day, month, year, hour, minute }) => `${Number(day)} ${months[Number(month) - 1]} ${year}, ${hour}:${minute}`,
  jp: ({ day, month, year, hour, minute }) => `${year}/${month}/${day} ${hour}:${minute}`,
  zh: ({ day, month, year, hour, minute }) => `${year}-${month}-${day} ${hour}:${minute}`,
  ko: ({ day, month, year, hour, minute }) => `${year}.${month}.${day} ${hour}:${minute}`,
};
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment in the reader's language and time zone, which it names: a mail may be read anywhere. */
export function momentText(at: Date, language: Language, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC';
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${patterns[language](parts)} (${zone})`;
}
