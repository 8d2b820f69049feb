/** The four languages. `jp` is not a language tag: everything outside our own files uses `languageTag`. */
export const languages = ['en', 'jp', 'zh', 'ko'] as const;
export type Language = (typeof languages)[number];
export const languageTag: Record<Language, string> = { en: 'en', jp: 'ja', zh: 'zh-Hans', ko: 'ko' };

/** The key under which the choice is kept in browser storage, and the cookie that lets the server preload it. */
export const languageKey = 'currentLanguage';

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** First of the reader's preferred tags that we speak, else `en` (product.md section 3). */
export function matchLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.trim().toLowerCase().split('-')[0];
    const found = primary === 'ja' ? 'jp' : primary;
    if (isLanguage(found)) return found;
  }
  return 'en';
}
