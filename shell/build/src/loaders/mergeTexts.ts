import type { LoaderContext } from 'webpack';
import { parseTexts } from '../texts/typo.ts';

/** The texts of several files as one. @throws Error if two of them have one key */
export function mergedTexts(files: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const texts of files)
    for (const [key, text] of Object.entries(texts)) {
      if (Object.hasOwn(merged, key)) throw new Error(`"${key}" stands in two files of texts`);
      merged[key] = text;
    }
  return merged;
}

/** A webpack loader for a file of texts: adds those of other files, so that one chunk has them all. */
export default function mergeTexts(this: LoaderContext<{ others: readonly string[] }>): string {
  const { others } = this.getOptions();
  for (const file of others) this.addDependency(file);
  return JSON.stringify(mergedTexts([this.resourcePath, ...others].map(parseTexts)));
}
