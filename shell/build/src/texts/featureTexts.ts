import { globSync } from 'node:fs';
import path from 'node:path';
import type { FeatureBuild } from '../featureBuild.ts';
import { packageDirectory, readJson } from '../installed.ts';
import type { TextFiles } from '../plugins/texts.ts';

/**
 * A feature's own texts, in the namespace of its name: those of the whole feature, those in the folders of its products,
 * and what it takes from elsewhere.
 */
export function featureTexts({ feature, directory, texts = [] }: Omit<FeatureBuild, 'routes'>): TextFiles {
  const taken = texts.flatMap((pattern) => foldersOf(pattern, directory));
  const products = globSync('src/*/**/texts', { cwd: directory }).map((folder) => path.join(directory, folder));
  const others = [...products.toSorted(), ...taken];
  return {
    namespace: feature,
    files: (language) => [
      path.join(directory, 'src/texts', `${language}.json`),
      ...others.map((folder) => path.join(folder, `${language}.json`)),
    ],
    sources: [path.join(directory, 'src')],
    named: taken.flatMap((folder) => Object.keys(readJson(path.join(folder, 'en.json')))),
    fallback: true,
  };
}

/**
 * Folders of texts that lie in another package.
 * @param pattern a package with its scope, and a pattern of folders in it
 */
export function foldersOf(pattern: string, directory: string): string[] {
  const [scope = '', name = '', ...inside] = pattern.split('/');
  const home = packageDirectory(`${scope}/${name}`, directory);
  const folders = globSync(inside.join('/'), { cwd: home });
  if (folders.length === 0) throw new Error(`no texts lie at ${pattern}`);
  return folders.toSorted().map((folder) => path.join(home, folder));
}
