import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '@trellis/api-contract';
import type { Compiler } from 'webpack';
import { checkTexts, type Namespace } from '../texts/checkTexts.ts';
import { checkFallback, fallbackKeys, fallbackWords } from '../texts/fallback.ts';
import { scanSources } from '../texts/scanSources.ts';

const pluginName = 'TrellisTexts';

/** Where the texts of one namespace and the sources that use them are. */
export interface TextFiles {
  readonly namespace: string;
  /** Path of one language's file. */
  readonly file: (language: Language) => string;
  /** Folders of the sources that may use it. */
  readonly sources: readonly string[];
  readonly exactly?: readonly string[];
  /** Among them are the words that are shown when the feature does not load. */
  readonly fallback?: true;
}

/** Fails the build on a text that is missing, unused, or not in all four languages, and on fallback words too long. */
export class TextsPlugin {
  readonly namespaces: readonly TextFiles[];

  constructor(namespaces: readonly TextFiles[]) {
    this.namespaces = namespaces;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      for (const text of this.namespaces) {
        for (const fault of checkFiles(text)) compilation.errors.push(new compiler.webpack.WebpackError(fault));
      }
    });
  }
}

/** Texts of a namespace, by language and key. */
export const readTexts = ({ file }: TextFiles): Namespace['texts'] =>
  Object.fromEntries(
    languages.map((language) => [language, JSON.parse(readFileSync(file(language), 'utf8'))]),
  ) as Record<Language, Record<string, string>>;

function checkFiles(own: TextFiles): string[] {
  const { namespace, sources, exactly, fallback } = own;
  const texts = readTexts(own);
  const files = sources.flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => /\.test\.tsx?$|\.d\.ts$/.test(name) }).map((name) =>
      path.join(folder, name),
    ),
  );
  const required = fallback ? Object.values(fallbackKeys) : [];
  return [
    ...checkTexts({ name: namespace, texts, used: scanSources(files), required, ...(exactly && { exactly }) }),
    ...(fallback ? checkFallback(namespace, fallbackWords(texts)) : []),
  ];
}
