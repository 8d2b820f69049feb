/**
 * `node shell/build/src/serve.ts [mf-team ...]`: development servers for the shell and for these features, or for all.
 * `npm run dev` in the repository's root starts it together with the API, whose pages then load from here.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { featureNames, overlayPolicy, servedRelease } from '@trellis/api-contract';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import type { MakeConfig } from './servedConfig.ts';

const projectRoot = path.resolve(import.meta.dirname, '../../..');
/** The shell's; each feature has the next one. */
const firstPort = Number(process.env.DEVELOPMENT_PORT ?? 3100);
const workspaces = ['shell', ...featureNames.map((feature) => `mf-${feature}`)];

async function serve(workspace: string): Promise<void> {
  const directory = path.join(projectRoot, workspace);
  const { default: makeConfig } = (await import(pathToFileURL(path.join(directory, 'webpack.config.ts')).href)) as {
    default: MakeConfig;
  };
  const name = workspace.replace(/^mf-/, '');
  const port = firstPort + workspaces.indexOf(workspace);
  const publicPath = `/assets/${name}/${servedRelease}/`;
  const compiler = webpack(makeConfig({ inShell: true }, { mode: 'development' }));
  if (!compiler) throw new Error(`${workspace} has no configuration`);
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      // The shell is what everything stands on: a change of it loads the page again.
      hot: workspace !== 'shell',
      liveReload: workspace === 'shell',
      static: false,
      headers: { 'access-control-allow-origin': '*' },
      client: {
        // What does not build stands over the page. What throws has its own card there.
        overlay: { errors: true, warnings: false, runtimeErrors: false, trustedTypesPolicyName: overlayPolicy },
        logging: 'warn',
        webSocketURL: `ws://localhost:${port}/ws`,
      },
      devMiddleware: { publicPath },
    },
    compiler,
  );
  await server.start();
}

// Whoever started this has ended.
process.once('disconnect', () => process.exit());
const options = process.argv.slice(2);
const unknown = options.filter((name) => !workspaces.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}; there are ${workspaces.join(', ')}.\n`);
  process.exit(2);
}
for (const workspace of workspaces)
  if (workspace === 'shell' || options.length === 0 || options.includes(workspace)) await serve(workspace);
