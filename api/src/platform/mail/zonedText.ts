import { type Language, momentText, zoneText } from '@trellis/api-contract';

/** A moment in the reader's language and time zone, which it names as people do: a mail may be read anywhere. */
export function zonedText(at: Date, language: Language, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC';
  return `${momentText(at, language, zone)}${bracketed[language](zoneText(zone, language, at))}`;
}

const bracketed: Readonly<Record<Language, (text: string) => string>> = {
  en: (text) => ` (${text})`,
  jp: (text) => `（${text}）`,
  zh: (text) => `（${text}）`,
  ko: (text) => `(${text})`,
};
