import path from 'node:path';
import { languages, servedRelease } from '@trellis/api-contract';
import { CONTRACT } from '@trellis/shell-sdk/contract';
import webpack, { type Configuration } from 'webpack';
import { baseConfig, exposedChunk } from './baseConfig.ts';
import { declaredCalls } from './declaredCalls.ts';
import type { FeatureBuild } from './featureBuild.ts';
import { readPackage } from './installed.ts';
import { LateLibrariesPlugin } from './plugins/lateLibraries.ts';
import { LeanEntryPlugin } from './plugins/leanEntry.ts';
import { ReleaseNamePlugin } from './plugins/releaseName.ts';
import { SharedNamesPlugin } from './plugins/sharedNames.ts';
import { readTexts, type TextFiles } from './plugins/texts.ts';
import { type MakeConfig, servedConfig } from './servedConfig.ts';
import { featureLibraries, sharedLibraries } from './sharedLibraries.ts';
import { sharedRange } from './sharedRange.ts';
import { sourceCommit, sourceFolders } from './sourceCommit.ts';
import { standaloneConfig } from './standaloneConfig.ts';
import { fallbackWords } from './texts/fallback.ts';
import { featureTexts } from './texts/featureTexts.ts';

/**
 * The webpack configuration of a feature: `webpack` builds one release into `dist/<release>`, `webpack serve --mode
 * development` shows the feature alone on a page of its own, with hot reload. `npm run dev` in the repository's root
 * serves it inside the shell.
 */
export function makeFeatureConfig(build: FeatureBuild): MakeConfig {
  return ({ inShell }, { mode }) => {
    const texts = featureTexts(build);
    if (mode !== 'development') return releaseConfig(build, texts, true);
    if (!inShell) return standaloneConfig(build, [texts]);
    return servedConfig(releaseConfig(build, texts, false), { refresh: true });
  };
}

/** @param named whether it is a release; a development server has none */
function releaseConfig(build: FeatureBuild, texts: TextFiles, named: boolean): Configuration {
  const { feature, directory, routes } = build;
  const shared = Object.fromEntries(sharedLibraries.map((name) => [name, sharedRange(name, directory)]));
  // What a development server has may call anything: its sources change while it runs.
  const calls = named ? declaredCalls(feature, routes, [path.join(directory, 'src')]) : undefined;
  const fallback = fallbackWords(readTexts(texts));
  const said = { contract: CONTRACT, shared, routes, ...(calls && { calls }), languages, fallback };
  const name = named ? new ReleaseNamePlugin({ feature, version: readPackage(directory).version, said }) : undefined;
  const release = name?.building ?? servedRelease;
  const global = `app_${feature}@${release}`;
  const planned = {
    ...said,
    feature,
    name,
    release,
    commit: sourceCommit(sourceFolders(directory, [])),
    global,
    entryChunk: feature,
  };
  const base = baseConfig(directory, planned, [texts]);
  return {
    ...base,
    // The container below is all there is: without this webpack would look for src/index.
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    optimization: { ...base.optimization, splitChunks },
    plugins: [
      ...(base.plugins ?? []),
      new SharedNamesPlugin(),
      new LateLibrariesPlugin(),
      ...(named ? [new LeanEntryPlugin(feature)] : []),
      new webpack.container.ModuleFederationPlugin({
        name: feature,
        filename: 'entry.js',
        library: { type: 'window', name: global },
        // The last is what it exposes. The others come with it, so that no screen's chunk has to name them: the start
        // script lists for every chunk which shared libraries it needs, and stays small.
        exposes: { './feature': { import: [...featureLibraries, './src/feature.ts'], name: exposedChunk } },
        // The ranges are in the manifest: the registry and the shell compare them before any request. A second
        // check in here would come after the feature's code has run, and cost a fifth of the entry: `LeanEntryPlugin`
        // leaves out what it would need.
        shared: Object.fromEntries(
          sharedLibraries.map((name) => [name, { import: false, singleton: true, requiredVersion: false }]),
        ),
      }),
    ],
  };
}

/**
 * A library that one screen alone uses comes with it, what is shared stands in the chunk that uses it, and styles that
 * several screens have are one file: each further chunk is a further line of the start script, which has to stay small.
 */
const splitChunks = {
  minSize: { javascript: 20_000, 'consume-shared': Number.POSITIVE_INFINITY },
  cacheGroups: {
    defaultVendors: false,
    styles: { type: 'css/mini-extract', chunks: 'async', minChunks: 2, minSize: 0, name: 'styles' },
  },
} as const;
