import type { Language } from '@trellis/api-contract';

/** Flat texts: a key (dots are plain characters) to a sentence with `{parameters}`. */
export type TextResource = Readonly<Record<string, string>>;

/** The texts of one i18next namespace, one file for each language. */
export interface TextBundle {
  readonly namespace: string;
  load(language: Language): Promise<{ default: TextResource }>;
}

/**
 * Makes a bundle of the files that hold it. Each language must be in a chunk of its own, named `texts-<language>`, so
 * that the document can preload the right one:
 *
 *     const texts = textBundle('team', {
 *       en: () => import(/* webpackChunkName: "texts-en" *\/ './texts/en.json'),
 *       …
 *     });
 */
export const textBundle = (
  namespace: string,
  files: Readonly<Record<Language, () => Promise<{ default: TextResource }>>>,
): TextBundle => ({ namespace, load: (language) => files[language]() });
