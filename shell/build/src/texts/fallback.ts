import { type FallbackWords, fallbackMaxBytes, type Language, languages } from '@trellis/api-contract';
import type { Namespace } from './checkTexts.ts';

/** The texts of a feature that go into its `release.json`: they are shown when the feature itself is not there. */
export const fallbackKeys = { title: 'fallback.title', text: 'fallback.text' } as const;

/** A feature's own words for when it does not load; a missing one is empty here, and a fault of the texts. */
export function fallbackWords(texts: Namespace['texts']): Record<Language, FallbackWords> {
  const wordsIn = (language: Language): FallbackWords => ({
    title: texts[language][fallbackKeys.title] ?? '',
    text: texts[language][fallbackKeys.text] ?? '',
  });
  return { en: wordsIn('en'), jp: wordsIn('jp'), zh: wordsIn('zh'), ko: wordsIn('ko') };
}

/** Languages whose words are too long for a document that carries them on every page, one sentence each. */
export function checkFallback(name: string, words: Readonly<Record<Language, FallbackWords>>): string[] {
  return languages
    .map((language) => ({ language, bytes: Buffer.byteLength(JSON.stringify(words[language])) }))
    .filter(({ bytes }) => bytes > fallbackMaxBytes)
    .map(
      ({ language, bytes }) =>
        `${name}: "${fallbackKeys.title}" and "${fallbackKeys.text}" take ${bytes} bytes in ${language}, ${fallbackMaxBytes} are allowed`,
    );
}
