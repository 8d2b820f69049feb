import type { Language } from './languages.ts';

const separators: Readonly<Record<Language, string>> = { en: ', ', jp: '、', zh: '、', ko: ', ' };

/** Names one after the other, as a language separates them. `Intl.ListFormat` does not do it: it adds an "and". */
export const listText = (items: readonly string[], language: Language): string => items.join(separators[language]);

/** A share in percent, as all four languages write it: `3.5%`. @param percent the figure, in percent */
export const percentText = (percent: string | number | bigint): string => `${percent}%`;
