import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { audienceOf, type FeatureName, featureNames } from '@trellis/api-contract';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration } from 'webpack';
import type {} from 'webpack-dev-server';
import { moduleRules } from './baseConfig.ts';
import { endWithNpm } from './endWithNpm.ts';
import type { FeatureBuild } from './featureBuild.ts';
import { KeepLastGoodPlugin } from './plugins/keepLastGood.ts';
import { type TextFiles, TextsPlugin } from './plugins/texts.ts';

/** Where the API of the page is; `npm start` in the repository's root is one. */
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000';
const firstPort = 3001;

/** A feature alone on its own page: the sdk's mini shell around it, no federation, hot reload with React Refresh. */
export function standaloneConfig(build: FeatureBuild, texts: readonly TextFiles[]): Configuration {
  const { feature, directory, port = firstPort + featureNames.indexOf(feature) } = build;
  const origin = originOf(feature);
  return {
    name: feature,
    mode: 'development',
    target: 'web',
    context: directory,
    devtool: 'eval-source-map',
    stats: 'errors-warnings',
    entry: { page: '@trellis/shell-sdk/dev' },
    output: { path: path.join(directory, 'dist/page'), publicPath: '/page/' },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // The mini shell imports the feature by this name.
      alias: { 'standalone-feature$': path.join(directory, 'src/feature.ts') },
    },
    module: moduleRules({ refresh: true, scope: `${feature}-dev` }),
    plugins: [
      new MiniCssExtractPlugin(),
      new webpack.DefinePlugin({
        __TRELLIS_RELEASE__: JSON.stringify(`${feature}@dev`),
        __TRELLIS_API_ORIGIN__: JSON.stringify(origin),
      }),
      new TextsPlugin(texts),
      new KeepLastGoodPlugin(),
      new ReactRefreshPlugin({ overlay: false }),
    ],
    devServer: {
      host: 'localhost',
      port,
      hot: true,
      static: false,
      onListening: endWithNpm,
      proxy: [
        {
          context: ['/api', '/ops', '/server-loader', '/dev'],
          target: apiOrigin,
          // The API takes unsafe calls from its own origin only, and knows an audience by its host; this page stands in.
          headers: { origin, host: new URL(origin).host },
          // Nor has this page proofs of a release: the API takes it for a program.
          on: {
            proxyReq: (request: { removeHeader(name: string): void }) => request.removeHeader('sec-fetch-dest'),
          },
        },
      ],
      setupMiddlewares: (middlewares) => [
        ...middlewares,
        {
          name: 'page',
          middleware: (_request: unknown, response: { type(name: string): { send(body: string): void } }) =>
            response.type('html').send(page(feature)),
        },
      ],
    },
  };
}

/** Where the product serves a feature: operators have a host of their own. */
function originOf(feature: FeatureName): string {
  const { protocol, host } = new URL(apiOrigin);
  return audienceOf(feature) === 'operator' ? `${protocol}//ops.${host}` : apiOrigin;
}

const page = (feature: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>${feature}</title>
    <link rel="stylesheet" href="/page/page.css">
    <script src="/page/page.js" defer></script>
  </head>
  <body><div id="root"></div></body>
</html>`;
