import { isLanguage, type Language, languageKey, matchLanguage } from '@trellis/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage } from '../texts/texts.ts';
import { readStored, store } from './preference.ts';

/** The language a page starts in: the saved choice, else the profile's, else the browser's, else English. */
export function firstLanguage(profile: Language | undefined): Language {
  return savedLanguage() ?? profile ?? matchLanguage(navigator.languages);
}

/** What the reader chose in this browser. The cookie is written again, in case only it was lost. */
export function savedLanguage(): Language | undefined {
  const saved = readStored(languageKey);
  if (!isLanguage(saved)) return undefined;
  store(languageKey, saved);
  return saved;
}

/** Shows a language and keeps the choice. Rejects, with nothing changed, when its texts cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  store(languageKey, language);
}

/** Shows the profile's language to a member who has chosen none in this browser. */
export async function followProfile(profile: Language): Promise<void> {
  if (savedLanguage() === undefined && profile !== currentLanguage()) await changeLanguage(profile);
}

export interface LanguageChange {
  /** The language that could not be loaded; the page stays as it was. */
  readonly failed?: Language;
}

/** The language of the page, a way to change it, and what became of the last change. */
export function useLanguage(): [Language, (language: Language) => void, LanguageChange] {
  useTranslation('sdk');
  const [change, setChange] = useState<LanguageChange>({});
  const choose = useCallback((language: Language) => {
    setChange({});
    chooseLanguage(language).catch(() => setChange({ failed: language }));
  }, []);
  return [currentLanguage(), choose, change];
}
