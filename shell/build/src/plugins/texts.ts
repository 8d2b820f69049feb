import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '@trellis/api-contract';
import type { Compiler } from 'webpack';
import { checkTexts } from '../texts/checkTexts.ts';
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
}

/** Fails the build on a text that is missing, unused, or not in all four languages. */
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

function checkFiles({ namespace, file, sources, exactly }: TextFiles): string[] {
  const texts = Object.fromEntries(
    languages.map((language) => [language, JSON.parse(readFileSync(file(language), 'utf8'))]),
  ) as Record<Language, Record<string, string>>;
  const files = sources.flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => /\.test\.tsx?$|\.d\.ts$/.test(name) }).map((name) =>
      path.join(folder, name),
    ),
  );
  return checkTexts({ name: namespace, texts, used: scanSources(files), ...(exactly && { exactly }) });
}
