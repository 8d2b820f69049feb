import { readFileSync } from 'node:fs';
import type { LoaderContext } from 'webpack';

/** The texts of several files as one. @throws Error if two of them have one key */
export function mergedTexts(sources: readonly string[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const source of sources)
    for (const [key, text] of Object.entries(JSON.parse(source) as Record<string, string>)) {
      if (Object.hasOwn(merged, key)) throw new Error(`"${key}" stands in two files of texts`);
      merged[key] = text;
    }
  return merged;
}

/** A webpack loader for a file of texts: adds those of other files, so that one chunk has them all. */
export default function mergeTexts(this: LoaderContext<{ others: readonly string[] }>, source: string): string {
  const { others } = this.getOptions();
  for (const file of others) this.addDependency(file);
  return JSON.stringify(mergedTexts([source, ...others.map((file) => readFileSync(file, 'utf8'))]));
}
