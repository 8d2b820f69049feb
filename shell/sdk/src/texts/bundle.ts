import type { Language } from '@trellis/api-contract';

/** Flat texts: a key (dots are plain characters) to a sentence with `{parameters}`. */
export type TextResource = Readonly<Record<string, string>>;

/**
 * The texts of one i18next namespace, one file for each language. `load` must leave each language in a chunk of its
 * own, named `texts-<language>`, so that the document can preload the right one:
 *
 *     const files = {
 *       en: () => import(/* webpackChunkName: "texts-en" *\/ './texts/en.json'),
 *       …
 *     };
 *     const texts: TextBundle = { namespace: 'team', load: (language) => files[language]() };
 */
export interface TextBundle {
  readonly namespace: string;
  load(language: Language): Promise<{ default: TextResource }>;
}
