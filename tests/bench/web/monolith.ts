import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FeatureNameOf, featuresOf, type ReleaseManifest, type ScreenRoute } from '@trellis/api-contract';
import webpack, { type Configuration } from 'webpack';
import { readManifest } from '../../../api/src/testing/index.ts';
import { ReleaseManifestPlugin } from '../../../shell/build/src/plugins/releaseManifest.ts';
import { TextsPlugin } from '../../../shell/build/src/plugins/texts.ts';
import { projectRoot } from '../../support/product.ts';

/** Name under which the yardstick is stored alongside the real releases of the shell. */
const release = 'monolith';
const root = join(projectRoot, '.data/bench-web');

const memberFeatures = featuresOf('member').map(({ name }) => name);

/** The same screens as one application, built from the same sources. */
export interface Monolith {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
  readonly routes: Readonly<Record<FeatureNameOf<'member'>, readonly ScreenRoute[]>>;
}

/**
 * Builds the shell with the features inside: its own configuration, loaders and minimiser, and one module in the place
 * of federation. Screens and languages stay chunks of their own.
 * @throws Error with what webpack says
 */
export async function buildMonolith(): Promise<Monolith> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const inside = join(root, 'loadFeature.ts');
  writeFileSync(inside, featuresInside);
  const folder = join(root, 'dist', release);
  const [shell, ...features] = await Promise.all(
    ['shell', ...memberFeatures.map((name) => `mf-${name}`)].map(configOf),
  );
  await build(monolithConfig(shell as Configuration, features as Configuration[], inside, folder));
  const routes = Object.fromEntries(
    await Promise.all(memberFeatures.map(async (feature) => [feature, await routesOf(feature)] as const)),
  ) as Record<FeatureNameOf<'member'>, readonly ScreenRoute[]>;
  return { folder, manifest: readManifest(folder), routes };
}

const imported = (file: string): Promise<unknown> => import(pathToFileURL(join(projectRoot, file)).href);

async function configOf(workspace: string): Promise<Configuration> {
  const { default: configure } = (await imported(`${workspace}/webpack.config.ts`)) as {
    default: (env: object, commandLine: { mode: string }) => Configuration;
  };
  return configure({}, { mode: 'production' });
}

const routesOf = async (feature: FeatureNameOf<'member'>): Promise<readonly ScreenRoute[]> =>
  ((await imported(`mf-${feature}/src/routes.ts`)) as { routes: readonly ScreenRoute[] }).routes;

function monolithConfig(
  shell: Configuration,
  features: readonly Configuration[],
  inside: string,
  folder: string,
): Configuration {
  // A feature's texts lie in several folders, which its own plugin joins.
  const texts = features.flatMap(({ plugins = [] }) => plugins.filter((plugin) => plugin instanceof TextsPlugin));
  return {
    ...shell,
    output: { ...shell.output, path: folder, publicPath: `/assets/shell/${release}/` },
    module: {
      rules: [
        ...(shell.module?.rules ?? []),
        {
          test: /[\\/]mf-[a-z]+[\\/]src[\\/].*\.tsx?$/,
          enforce: 'pre',
          loader: join(import.meta.dirname, 'ownChunkNames.ts'),
        },
      ],
    },
    plugins: [
      ...(shell.plugins ?? []).map((plugin) =>
        plugin instanceof ReleaseManifestPlugin ? new ReleaseManifestPlugin({ ...plugin.planned, release }) : plugin,
      ),
      ...texts,
      new webpack.NormalModuleReplacementPlugin(/[\\/]federation[\\/]loadFeature\.ts$/, inside),
    ],
  };
}

function build(configuration: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(configuration, (failure, stats) => {
      if (failure) reject(failure);
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString('errors-only')));
      else resolve();
    });
  });
}

/** In the place of the shell's `loadFeature`: the features are there, their screens and texts come when asked for. */
const featuresInside = `
import { addTexts, featureLoads } from '@trellis/shell-sdk/host';
${memberFeatures.map((name) => `import ${name} from ${JSON.stringify(join(projectRoot, `mf-${name}/src/feature.ts`))};`).join('\n')}

const features = { ${memberFeatures.join(', ')} };

export const loadFeature = (feature: keyof typeof features) =>
  featureLoads.attempt({ feature, release: features[feature].release }, async () => {
    const module = features[feature];
    await addTexts(module.texts);
    featureLoads.noteRelease(feature, module.release);
    return module;
  });
`;
