/** The four languages. `jp` is not a language tag: everything outside our own files uses `languageTag`. */
export const languages = ['en', 'jp', 'zh', 'ko'] as const;
export type Language = (typeof languages)[number];
export const languageTag: Record<Language, string> = { en: 'en', jp: 'ja', zh: 'zh-Hans', ko: 'ko' };

/** The key under which the choice is kept in browser storage, and the cookie that lets the server preload it. */
export const languageKey = 'currentLanguage';

/** The key, and the cookie, of the language that this browser and the profile last agreed on. */
export const agreedLanguageKey = 'agreedLanguage';

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/**
 * The language in which a reader's page starts: what was chosen in this browser and is not in the profile yet; else the
 * profile's, which follows a member to every device; else the saved choice. The page and the server ask the same.
 *
 * @param saved what this browser keeps under `languageKey`
 * @param agreed what it keeps under `agreedLanguageKey`
 * @param profile of who is logged in
 * @returns `undefined` when neither is known: the browser's own languages decide
 */
export function startLanguage(
  saved: string | null | undefined,
  agreed: string | null | undefined,
  profile: Language | undefined,
): Language | undefined {
  const chosen = isLanguage(saved) ? saved : undefined;
  return profile === undefined || (chosen !== undefined && chosen !== agreed) ? chosen : profile;
}

/** First of the reader's preferred tags that we speak, else `en`. */
export function matchLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.trim().toLowerCase().split('-')[0];
    const language = primary === 'ja' ? 'jp' : primary;
    if (isLanguage(language)) return language;
  }
  return 'en';
}
