import { isLanguage, type Language, languageTag } from '@trellis/api-contract';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { TextBundle } from './bundle.ts';

/** The text of a page in every language: i18next, filled bundle by bundle and language by language. */
export const texts: i18n = i18next;

const bundles = new Map<string, TextBundle>();

/** The language of the page now. */
export function currentLanguage(): Language {
  return isLanguage(texts.language) ? texts.language : 'en';
}

/**
 * Sets i18next up and loads the first bundles. Rejects as a chunk does when a file cannot be loaded; a second call
 * then really tries again.
 */
export async function startTexts(language: Language, first: readonly TextBundle[]): Promise<void> {
  if (!texts.isInitialized) {
    void texts.use(initReactI18next).init({
      lng: language,
      // Every text is added below, so that there is nothing to wait for.
      initAsync: false,
      // The specification's fallback. Every key exists in all four languages, so it never shows.
      fallbackLng: 'jp',
      resources: {},
      defaultNS: false,
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
      react: { useSuspense: false },
    });
    usePluralRulesOfTags();
  }
  await Promise.all(first.map(addTexts));
  showLanguage(language);
}

/** Loads a bundle in the language of the page and keeps it for later changes of language. */
export async function addTexts(bundle: TextBundle): Promise<void> {
  await loadInto(bundle, currentLanguage());
  bundles.set(bundle.namespace, bundle);
}

/**
 * Shows the page in another language, once every bundle on the page has arrived in it. Rejects, and changes nothing,
 * when one cannot be loaded.
 */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([...bundles.values()].map((bundle) => loadInto(bundle, language)));
  await texts.changeLanguage(language);
  showLanguage(language);
}

async function loadInto(bundle: TextBundle, language: Language): Promise<void> {
  if (texts.hasResourceBundle(language, bundle.namespace)) return;
  const file = await bundle.load(language);
  texts.addResourceBundle(language, bundle.namespace, file.default);
}

function showLanguage(language: Language): void {
  document.documentElement.lang = languageTag[language];
}

/** `jp` is no language tag: Intl would take the plural rules of the reader's own device for it. */
function usePluralRulesOfTags(): void {
  const resolver = texts.services.pluralResolver;
  const getRule = resolver.getRule.bind(resolver);
  resolver.getRule = (code: string, options?: object) => getRule(isLanguage(code) ? languageTag[code] : code, options);
}
