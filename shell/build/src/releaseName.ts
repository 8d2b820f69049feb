import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installedVersions, packageDirectory, readPackage } from './installed.ts';

const build = path.dirname(import.meta.dirname);

const isShipped = (file: string): boolean => !/\.(?:test|spec)\.tsx?$/.test(file);

/**
 * Name of the release that these sources make: the package's version and a digest of all that goes into the bundle
 * (own sources, the contract, this build, installed libraries). The same sources give the same name on any machine.
 */
export function releaseName(directory: string, also: readonly string[]): string {
  const { version, dependencies = {} } = readPackage(directory);
  const digest = createHash('sha256');
  for (const folder of sourceFolders(directory, also)) {
    const { name } = readPackage(folder);
    for (const file of sourceFiles(folder)) {
      digest.update(`${name}/${file}\0`);
      digest.update(readFileSync(path.join(folder, file)));
    }
  }
  const libraries = Object.keys(dependencies).filter((name) => !name.startsWith('@trellis/'));
  const tools = Object.keys(readPackage(build).dependencies ?? {}).map(
    (name) => `${name}@${readPackage(packageDirectory(name, build)).version}`,
  );
  digest.update([...installedVersions(libraries, directory), ...tools].join('\n'));
  return `${version}-${digest.digest('hex').slice(0, 10)}`;
}

/** Folders whose sources a release is made of: its own first, then the contract and this build. */
export const sourceFolders = (directory: string, also: readonly string[]): [string, ...string[]] => [
  directory,
  ...also,
  packageDirectory('@trellis/api-contract', directory),
  build,
];

function sourceFiles(folder: string): string[] {
  const files = globSync('src/**/*.{ts,tsx,css,json}', { cwd: folder }).filter(isShipped);
  return ['package.json', ...files.map((file) => file.split(path.sep).join('/'))].sort();
}
