import { realpathSync } from 'node:fs';
import path from 'node:path';
import { errorCatalogue, languages, type ScreenRoute, servedRelease } from '@trellis/api-contract';
import { CONTRACT } from '@trellis/shell-sdk/contract';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { baseConfig } from './baseConfig.ts';
import { declaredCalls } from './declaredCalls.ts';
import { ownLoader, packageDirectory, readPackage } from './installed.ts';
import { ReleaseNamePlugin } from './plugins/releaseName.ts';
import type { TextFiles } from './plugins/texts.ts';
import { type MakeConfig, servedConfig } from './servedConfig.ts';
import { sharedLibraries } from './sharedLibraries.ts';
import { sharedVersion } from './sharedRange.ts';
import { sourceCommit, sourceFolders } from './sourceCommit.ts';
import { foldersOf } from './texts/featureTexts.ts';

export interface ShellBuild {
  /** The shell's workspace. */
  readonly directory: string;
  /** Its own screens as data. */
  readonly routes: readonly ScreenRoute[];
}

/**
 * The webpack configuration of the shell: a plain application that knows no feature. `npm run dev` in the repository's
 * root serves it for development.
 */
export function makeShellConfig(build: ShellBuild): MakeConfig {
  return (_env, { mode }) => {
    return mode === 'development'
      ? servedConfig(shellConfig(build, false), { refresh: false })
      : shellConfig(build, true);
  };
}

/** @param named whether it is a release; a development server has none */
function shellConfig({ directory, routes }: ShellBuild, named: boolean): Configuration {
  const [kit, sdk] = partsOf(directory);
  const versions = Object.fromEntries(sharedLibraries.map((name) => [name, sharedVersion(name, directory)]));
  // The sdk's own calls are the shell's.
  const folders = [directory, sdk].map((folder) => path.join(folder, 'src'));
  const calls = named ? declaredCalls('shell', routes, folders) : undefined;
  const said = { contract: CONTRACT, shared: {}, offers: versions, routes, ...(calls && { calls }), languages };
  const name = named
    ? new ReleaseNamePlugin({ feature: 'shell', version: readPackage(directory).version, said })
    : undefined;
  const release = name?.building ?? servedRelease;
  const planned = {
    ...said,
    feature: 'shell' as const,
    name,
    release,
    commit: sourceCommit(sourceFolders(directory, [kit, sdk])),
    global: `app_shell@${release}`,
    entryChunk: 'shell',
  };
  const base = baseConfig(directory, planned, shellTexts(directory, kit, sdk));
  return {
    ...base,
    entry: { shell: './src/begin.ts' },
    output: { ...base.output, publicPath: 'auto', filename: '[name].[contenthash:8].js' },
    resolve: { ...base.resolve, alias: routerAlias(directory) },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), pureRouter(directory)] },
    optimization: { ...base.optimization, splitChunks: { cacheGroups: { form: formChunk(directory) } } },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.DefinePlugin({
        __SHARED_VERSIONS__: JSON.stringify(versions),
        // Leave out what the federation run-time offers and we do not use: snapshots and its own preloading.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        ENV_TARGET: '"web"',
      }),
    ],
  };
}

/** The router's package gives every bundler its development files, with the texts of its warnings. */
function routerAlias(directory: string): Record<string, string> {
  const production = path.join(packageDirectory('react-router', directory), 'dist/production');
  return {
    'react-router$': path.join(production, 'index.mjs'),
    'react-router/dom$': path.join(production, 'dom-export.mjs'),
  };
}

/** The kit's form in one chunk: the flow, the shell's own screens and the features' use the same. */
const formChunk = (directory: string) => ({
  // A workspace is found by a link; webpack knows its files by where they really are.
  test: path.join(realpathSync(packageDirectory('@trellis/kit', directory)), 'src/form'),
  name: 'inputs',
  chunks: 'async' as const,
  enforce: true,
});

/** Of the router's components the bundle gets those that are used. */
const pureRouter = (directory: string): RuleSetRule => ({
  include: path.join(packageDirectory('react-router', directory), 'dist/production'),
  loader: ownLoader('loaders/pureComponents'),
});

/** What the shell is made of alongside its own sources: the kit and the sdk. */
const partsOf = (directory: string): [kit: string, sdk: string] => [
  packageDirectory('@trellis/kit', directory),
  packageDirectory('@trellis/shell-sdk', directory),
];

function shellTexts(directory: string, kitFolder: string, sdkFolder: string): readonly TextFiles[] {
  const own = path.join(directory, 'src');
  const kit = path.join(kitFolder, 'src');
  const sdk = path.join(sdkFolder, 'src');
  const texts = (namespace: string, folder: string, prefix: string, sources: readonly string[]) => ({
    namespace,
    files: (language: string): [string] => [path.join(folder, `${prefix}.${language}.json`)],
    sources,
  });
  return [
    texts('shell', path.join(own, 'texts'), 'shell', [own]),
    texts('access', path.join(own, 'access'), 'texts', [own]),
    texts('sdk', path.join(sdk, 'texts'), 'sdk', [sdk]),
    texts('kit', path.join(kit, 'texts'), 'kit', [kit, sdk]),
    errorTexts(directory, path.join(sdk, 'texts')),
  ];
}

/** What errors say: those of no product are the sdk's, a product's lie alongside the catalogue in a folder of its own. */
function errorTexts(directory: string, sdkTexts: string): TextFiles {
  const products = foldersOf('@trellis/api-contract/src/*/*/texts/errors', directory);
  return {
    namespace: 'errors',
    files: (language) => [
      path.join(sdkTexts, `errors.${language}.json`),
      ...products.map((folder) => path.join(folder, `${language}.json`)),
    ],
    sources: [],
    exactly: Object.keys(errorCatalogue),
  };
}
