import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const readPackage = (directory: string): PackageJson =>
  JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as PackageJson;

/** Directory of a package as `directory` would import it. */
export function packageDirectory(name: string, directory: string): string {
  const file = findPackageJSON(name, pathToFileURL(path.join(directory, 'package.json')));
  if (file === undefined) throw new Error(`${name} is not installed for ${directory}: run npm install`);
  return path.dirname(file);
}

/** Resolves a loader from this package, wherever the feature being built lives. */
export const resolveLoader = (name: string): string => createRequire(import.meta.url).resolve(name);
