import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeatureName } from '@trellis/api-contract';
import { runCommand } from './command.ts';
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
 * that the sources stay as they are; `remove` takes the copy away.
 * @throws Error if the text is not there, or the build fails
 */
export function buildVariant(
  feature: FeatureName,
  from: string,
  to: string,
  file = 'src/texts/en.json',
): Variant & { remove(): void } {
  const root = join(projectRoot, '.data', 'variants');
  mkdirSync(root, { recursive: true });
  // Its own folder in the project: the build finds the libraries above it.
  const place = mkdtempSync(join(root, `${feature}-`));
  const workspace = join(place, `mf-${feature}`);
  cpSync(join(projectRoot, `mf-${feature}`), workspace, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  const changed = join(workspace, file);
  const before = readFileSync(changed, 'utf8');
  if (!before.includes(from)) throw new Error(`mf-${feature} has no ${from} in ${file}`);
  writeFileSync(changed, before.replace(from, to));
  const webpack = join(projectRoot, 'node_modules/webpack-cli/bin/cli.js');
  execFileSync(process.execPath, [webpack, '--config', 'webpack.config.ts'], { cwd: workspace, stdio: 'pipe' });
  const [release = ''] = readdirSync(join(workspace, 'dist'));
  return {
    feature,
    workspace: `mf-${feature}`,
    release,
    folder: join(workspace, 'dist', release),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** The release command, alongside the running product. @returns what it printed */
export const runRelease = (product: Product, ...args: readonly string[]): Promise<string> =>
  runCommand(product, 'commands/release/release.ts', ...args);
