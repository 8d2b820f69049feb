import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageDirectory, readPackage } from './installed.ts';
import type { SharedLibrary } from './sharedLibraries.ts';

/** Installed version of a shared library; a subpath has the version of its package. */
export const sharedVersion = (library: SharedLibrary, directory: string): string =>
  readPackage(packageDirectory(packageOf(library), directory)).version;

/**
 * What a feature wants of a shared library: what its package.json says, and whatever is compatible with it.
 * @throws Error as `file:line: what` if another version is installed: the build would be made with that one
 */
export function sharedRange(library: SharedLibrary, directory: string): string {
  const name = packageOf(library);
  const installed = sharedVersion(library, directory);
  const said = readPackage(directory).dependencies?.[name] ?? installed;
  // A file or an address says where a package comes from, and not which versions fit.
  if (said.includes(':')) return `^${installed}`;
  if (!/^\d/.test(said)) return said;
  if (said !== installed)
    throw new Error(
      `${placeOf(name, directory)}: ${name} ${said} is not the one that is installed, which is ${installed}`,
    );
  return `^${said}`;
}

function placeOf(dependency: string, directory: string): string {
  const file = path.join(directory, 'package.json');
  const lines = readFileSync(file, 'utf8').split('\n');
  return `${file}:${lines.findIndex((line) => line.includes(`"${dependency}":`)) + 1}`;
}

const packageOf = (library: SharedLibrary): string =>
  library
    .split('/')
    .slice(0, library.startsWith('@') ? 2 : 1)
    .join('/');
