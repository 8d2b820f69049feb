import path from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { scriptLanguage, styleTargets } from './browsers.ts';
import { className } from './classNames.ts';
import { ownLoader, resolveLoader } from './installed.ts';
import { ChunkErrorsPlugin } from './plugins/chunkErrors.ts';
import { compileHint } from './plugins/compileHint.ts';
import { IntegrityPlugin } from './plugins/integrity.ts';
import { type PlannedRelease, ReleaseManifestPlugin } from './plugins/releaseManifest.ts';
import { SourceMapsPlugin } from './plugins/sourceMaps.ts';
import { type TextFiles, TextsPlugin } from './plugins/texts.ts';

/** Chunk of the module that a feature exposes. */
export const exposedChunk = 'feature';

/** Backstop behind the page's own deadline, which is at most this long. */
const chunkTimeoutMs = 120_000;

interface ModuleRules {
  /** Adds React Refresh. */
  readonly refresh: boolean;
  /** What begins every class name, and no other build has. */
  readonly scope: string;
}

/** Rules for sources: swc for TypeScript, extracted stylesheets with class names of their own. */
export const moduleRules = ({ refresh, scope }: ModuleRules): NonNullable<Configuration['module']> => ({
  // A class that a stylesheet does not have is a fault of the build, not an element without a look.
  parser: { javascript: { exportsPresence: 'error' } },
  rules: [
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      loader: resolveLoader('swc-loader'),
      options: {
        // The whole configuration is here: no .swcrc of the machine takes part.
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: scriptLanguage,
          transform: { react: { runtime: 'automatic', development: refresh, refresh } },
        },
      },
    },
    {
      test: /\.css$/,
      sideEffects: true,
      use: [
        MiniCssExtractPlugin.loader,
        {
          loader: resolveLoader('css-loader'),
          options: {
            modules: {
              auto: true,
              // As named exports, so that the minifier writes them where they are used and drops the others.
              namedExport: true,
              exportLocalsConvention: 'as-is',
              getLocalIdent: ({ resourcePath }: { resourcePath: string }, _: string, local: string) =>
                className(scope, resourcePath, local),
            },
          },
        },
        ownLoader('loaders/mixFallback'),
      ],
    },
  ],
});

/** What a production build of the shell and of a feature have in common. */
export function baseConfig(directory: string, planned: PlannedRelease, texts: readonly TextFiles[]): Configuration {
  const { feature, release, name } = planned;
  const fill = name?.fill ?? ((text: string) => text);
  return {
    name: feature,
    mode: 'production',
    target: ['web', scriptLanguage],
    context: directory,
    devtool: false,
    // Build machines show errors; what a member downloads is decided by the budgets.
    performance: { hints: false },
    stats: 'errors-warnings',
    output: {
      path: path.join(directory, 'dist', release),
      clean: true,
      // Two releases on one page must share neither chunks nor globals.
      uniqueName: planned.global,
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      chunkLoadTimeout: chunkTimeoutMs,
      crossOriginLoading: 'anonymous',
      // A module that threw must throw again on the next try, not be handed out half built.
      strictModuleErrorHandling: true,
      trustedTypes: { policyName: `app_${feature}` },
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: moduleRules({ refresh: false, scope: name?.classScope ?? feature }),
    optimization: {
      chunkIds: 'named',
      moduleIds: 'deterministic',
      // A release is built and kept as a whole: names need not outlast it.
      mangleExports: 'size',
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          // Only the simplest functions are inlined: more of it makes the file smaller, and what a member downloads, which
          // is compressed, larger.
          terserOptions: { ecma: 2022, compress: { ecma: 2022, passes: 3, inline: 1 } },
        }),
        new CssMinimizerPlugin({
          minify: CssMinimizerPlugin.lightningCssMinify,
          minimizerOptions: { targets: styleTargets },
        }),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:8].css',
        chunkFilename: '[name].[contenthash:8].css',
        // Styles of components know only their own classes: no file has to come before another.
        ignoreOrder: true,
      }),
      new webpack.DefinePlugin({ __TRELLIS_RELEASE__: JSON.stringify(release) }),
      new TextsPlugin(texts),
      new ChunkErrorsPlugin({ feature, release }),
      compileHint(),
      // A development server makes its own, and has no release to keep them with.
      ...(name ? [name, new SourceMapsPlugin()] : []),
      new IntegrityPlugin({ global: planned.global, fill, ...(feature !== 'shell' && { carrier: exposedChunk }) }),
      new ReleaseManifestPlugin(planned),
    ],
  };
}
