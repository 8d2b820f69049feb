import { countries, type Language, languageTag } from '@trellis/api-contract';

const namesIn = (language: Language) =>
  new Intl.DisplayNames([languageTag[language]], { type: 'region', fallback: 'code' });

/** A country by the name that the reader's browser has for it. */
export const countryName = (code: string, language: Language): string => namesIn(language).of(code) ?? code;

/** All countries, in the order of the reader's language. */
export function countryOptions(language: Language) {
  const names = namesIn(language);
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, languageTag[language]));
}
