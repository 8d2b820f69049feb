import { type Language, languageTag } from '@trellis/api-contract';

/** Countries by the names that the reader's browser has for them, in the order of the reader's language. */
export function countryOptions(codes: readonly string[], language: Language) {
  const names = new Intl.DisplayNames([languageTag[language]], { type: 'region', fallback: 'code' });
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, languageTag[language]));
}
