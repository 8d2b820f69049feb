import {
  agreedLanguageKey,
  isLanguage,
  type Language,
  languageKey,
  matchLanguage,
  startLanguage,
} from '@trellis/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classify, type FeatureLoadError } from '../loading/featureLoadError.ts';
import { featureLoads } from '../loading/featureLoads.ts';
import { changeLanguage, currentLanguage } from '../texts/texts.ts';
import { readStored, store } from './preference.ts';

/**
 * The language a page starts in, by `startLanguage`. A choice that is newer than the profile is handed over later; else
 * this browser agrees with the profile.
 */
export function firstLanguage(profile: Language | undefined): Language {
  const first = startLanguage(savedLanguage(), readStored(agreedLanguageKey), profile);
  if (first === undefined) return matchLanguage(navigator.languages);
  if (first === profile) agree(first);
  else if (profile !== undefined) unkept = first;
  return first;
}

/** What the reader chose in this browser. The cookie is written again, in case only it was lost. */
export function savedLanguage(): Language | undefined {
  const saved = readStored(languageKey);
  if (!isLanguage(saved)) return undefined;
  store(languageKey, saved);
  return saved;
}

type Keeper = (language: Language) => void;
let keeper: Keeper | undefined;
/** Chosen here, and not handed over yet. */
let unkept: Language | undefined;

/** Shows a language and keeps the choice. Rejects, with nothing changed, when its texts cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  store(languageKey, language);
  unkept = language;
  handOver();
}

/**
 * Hands over what the reader chooses, also what they chose before.
 * @param next keeps it in the profile, and says so by `agree`; `undefined`: nobody is logged in
 */
export function keepChoices(next: Keeper | undefined): void {
  keeper = next;
  handOver();
}

function handOver(): void {
  if (!keeper || unkept === undefined) return;
  const language = unkept;
  unkept = undefined;
  keeper(language);
}

/** The profile has this language, and so has this browser. */
export function agree(language: Language): void {
  store(languageKey, language);
  store(agreedLanguageKey, language);
}

/** Shows the language of a member who has just logged in, unless they chose another here. */
export async function followProfile(profile: Language): Promise<void> {
  const language = firstLanguage(profile);
  handOver();
  if (language !== currentLanguage()) await changeLanguage(language);
}

/** What became of the last change. Empty while all is well. */
export interface LanguageChange {
  /** The language that could not be loaded; the page stays as it was. */
  readonly failed?: Language;
  /** Which file of it did not come. */
  readonly failure?: FeatureLoadError;
  readonly retry?: () => void;
  readonly dismiss?: () => void;
}

/** The language of the page, a way to change it, and what became of the last change: `LanguageFailure` shows it. */
export function useLanguage(): [Language, (language: Language) => void, LanguageChange] {
  useTranslation('sdk');
  const [change, setChange] = useState<LanguageChange>({});
  const choose = useCallback((language: Language) => {
    const dismiss = () => setChange({});
    dismiss();
    chooseLanguage(language).catch((thrown: unknown) => {
      const failure = classify(thrown, { feature: 'shell', release: featureLoads.releaseOf('shell') });
      setChange({ failed: language, failure, retry: () => choose(language), dismiss });
    });
  }, []);
  return [currentLanguage(), choose, change];
}
