import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';
import { moduleRules } from './baseConfig.ts';
import { IntegrityPlugin } from './plugins/integrity.ts';
import { KeepLastGoodPlugin } from './plugins/keepLastGood.ts';
import { ReleaseManifestPlugin } from './plugins/releaseManifest.ts';

/** webpack-cli's two arguments, as far as they matter here. */
export type MakeConfig = (
  env: { readonly inShell?: boolean },
  commandLine: { readonly mode?: string },
) => Configuration;

/**
 * A release's configuration, for a development server: the same parts, readable. Files change all the time, so they
 * keep their names and have no digests.
 * @param refresh whether its components change in place; the page is loaded again otherwise
 */
export function servedConfig(release: Configuration, { refresh }: { readonly refresh: boolean }): Configuration {
  const { plugins = [], output, ...rest } = release;
  return {
    ...rest,
    mode: 'development',
    // No `eval`: the page's policy is the one that members have.
    devtool: 'cheap-module-source-map',
    module: moduleRules({ refresh, scope: `${release.name}-dev` }),
    output: { ...output, filename: '[name].js', chunkFilename: '[name].js', clean: false },
    optimization: { chunkIds: 'named', moduleIds: 'named', minimize: false },
    plugins: [
      ...plugins
        .filter((plugin) => !(plugin instanceof IntegrityPlugin || plugin instanceof MiniCssExtractPlugin))
        .map((plugin) =>
          plugin instanceof ReleaseManifestPlugin
            ? new ReleaseManifestPlugin(plugin.planned, { served: true })
            : plugin,
        ),
      new KeepLastGoodPlugin(),
      new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].css' }),
      ...(refresh ? [new ReactRefreshPlugin({ overlay: false })] : []),
    ],
  };
}
