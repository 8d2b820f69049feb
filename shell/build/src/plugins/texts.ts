import { globSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '@trellis/api-contract';
import type { Compiler } from 'webpack';
import { ownLoader } from '../installed.ts';
import { mergedTexts } from '../loaders/mergeTexts.ts';
import { checkTexts, type Namespace } from '../texts/checkTexts.ts';
import { checkFallback, fallbackKeys, fallbackWords } from '../texts/fallback.ts';
import { scanSources } from '../texts/scanSources.ts';
import { parseTexts } from '../texts/typo.ts';

const pluginName = 'TrellisTexts';
const mergeTexts = ownLoader('loaders/mergeTexts');

/** Where the texts of one namespace and the sources that use them are. */
export interface TextFiles {
  readonly namespace: string;
  /**
   * Paths of one language's files. Sources import the first; what stands in the others comes with it: a product's texts
   * lie in the product's own folder.
   */
  readonly files: (language: Language) => readonly [string, ...string[]];
  /** Folders of the sources that may use it. */
  readonly sources: readonly string[];
  readonly exactly?: readonly string[];
  /** Keys that are made from data, and that no source needs to name. */
  readonly named?: readonly string[];
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
    for (const { files } of this.namespaces)
      for (const [first, ...others] of languages.map(files))
        if (others.length > 0)
          compiler.options.module.rules.push({
            // A workspace is found by a link; webpack knows its files by where they really are.
            resource: realpathSync(first),
            loader: mergeTexts,
            options: { others },
          });
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      for (const text of this.namespaces) {
        const scanned = sourcesOf(text);
        // What is in no chunk is watched as well: a fault of it goes as soon as it is mended.
        compilation.fileDependencies.addAll([...languages.flatMap(text.files), ...scanned]);
        const drafts = compiler.options.mode === 'development';
        for (const fault of faultsOf(text, scanned, drafts))
          compilation.errors.push(new compiler.webpack.WebpackError(fault));
      }
    });
  }
}

/** Texts of a namespace, by language and key. @throws Error if two files have one key */
export const readTexts = ({ files }: TextFiles): Namespace['texts'] =>
  Object.fromEntries(languages.map((language) => [language, mergedTexts(files(language).map(parseTexts))])) as Record<
    Language,
    Record<string, string>
  >;

const sourcesOf = ({ sources }: TextFiles): string[] => sources.flatMap(sourcesIn);

/** Sources below a folder, without tests. */
export const sourcesIn = (folder: string): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => /\.test\.tsx?$|\.d\.ts$/.test(name) }).map((name) =>
    path.join(folder, name),
  );

/** Whatever is wrong with texts is a fault of the build and never its end: a development server goes on. */
function faultsOf(own: TextFiles, scanned: readonly string[], drafts: boolean): string[] {
  const { namespace, exactly, named = [], fallback } = own;
  try {
    const texts = readTexts(own);
    const required = [...named, ...(fallback ? Object.values(fallbackKeys) : [])];
    return [
      ...checkTexts({
        name: namespace,
        texts,
        used: scanSources(scanned),
        required,
        drafts,
        ...(exactly && { exactly }),
      }),
      ...(fallback ? checkFallback(namespace, fallbackWords(texts)) : []),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
