import { globSync } from 'node:fs';
import path from 'node:path';
import type { FeatureBuild } from '../featureBuild.ts';
import { readJson, resolveFrom } from '../installed.ts';
import type { TextFiles } from '../plugins/texts.ts';

/**
 * A feature's own texts, in the namespace of its name: those of the whole feature, those in the folders of its products,
 * and what it takes from elsewhere.
 */
export function featureTexts({ feature, directory, texts = [] }: Omit<FeatureBuild, 'routes'>): TextFiles {
  const taken = texts.map((folder) => path.dirname(resolveFrom(directory, `${folder}/en.json`)));
  const products = globSync('src/*/texts', { cwd: directory }).map((folder) => path.join(directory, folder));
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
