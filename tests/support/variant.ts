import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FeatureName } from '@trellis/api-contract';
import { runCommand } from './command.ts';
import { preparedVariable } from './prepared.ts';
import { type Product, projectRoot } from './product.ts';

/** A release of a feature with one changed line, built as its team would. */
export interface Variant {
  readonly feature: FeatureName;
  readonly workspace: `mf-${FeatureName}`;
  readonly release: string;
  /** The built release. */
  readonly folder: string;
}

/**
 * Builds a feature with one of its English texts changed, or something in another of its files. The workspace is copied, so
 * that the sources stay as they are; whoever needs the same one in this run waits for it, and gets it.
 * @throws Error if the text is not there, or the build fails
 */
export async function buildVariant(
  feature: FeatureName,
  from: string,
  to: string,
  file = 'src/texts/en.json',
): Promise<Variant> {
  const name = createHash('sha256')
    .update(JSON.stringify([feature, from, to, file]))
    .digest('hex')
    .slice(0, 12);
  const place = join(variantsFolder(), name);
  const workspace = join(place, `mf-${feature}`);
  const change = (source: string): string => {
    if (!source.includes(from)) throw new Error(`mf-${feature} has no ${from} in ${file}`);
    return source.replace(from, to);
  };
  while (!existsSync(join(place, built))) {
    if (!isFree(place)) {
      await setTimeout(200);
      continue;
    }
    try {
      await build(feature, workspace, file, change);
      writeFileSync(join(place, built), '');
    } catch (error) {
      rmSync(place, { recursive: true, force: true });
      throw error;
    }
  }
  const dist = join(workspace, 'dist');
  const [release = ''] = readdirSync(dist);
  return { feature, workspace: `mf-${feature}`, release, folder: join(dist, release) };
}

const built = '.built';
const builder = '.builder';

/** Its own folder in the project: the build finds the libraries above it. */
const variantsFolder = (): string =>
  join(projectRoot, '.data', 'variants', basename(process.env[preparedVariable] ?? String(process.pid)));

/** After all journeys: also what a run left behind that was cut short. */
export const removeVariants = (): void =>
  rmSync(join(projectRoot, '.data', 'variants'), { recursive: true, force: true });

/** Whether nobody builds there, or whoever did is gone; then it is ours. */
function isFree(place: string): boolean {
  const mark = join(place, builder);
  mkdirSync(place, { recursive: true });
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isRunning(Number(readFileSync(mark, 'utf8')))) return false;
  rmSync(place, { recursive: true, force: true });
  return false;
}

/** A mark that is still empty is about to be written. */
function isRunning(pid: number): boolean {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function build(
  feature: FeatureName,
  workspace: string,
  file: string,
  change: (source: string) => string,
): Promise<void> {
  cpSync(join(projectRoot, `mf-${feature}`), workspace, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  const changed = join(workspace, file);
  writeFileSync(changed, change(readFileSync(changed, 'utf8')));
  const webpack = join(projectRoot, 'node_modules/webpack-cli/bin/cli.js');
  await promisify(execFile)(process.execPath, [webpack, '--config', 'webpack.config.ts'], { cwd: workspace });
}

/** The release command, alongside the running product. @returns what it printed */
export const runRelease = (product: Product, ...args: readonly string[]): Promise<string> =>
  runCommand(product, 'commands/release/release.ts', ...args);
