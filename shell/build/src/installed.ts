import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const readJson = (file: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

export const readPackage = (directory: string): PackageJson =>
  readJson(path.join(directory, 'package.json')) as unknown as PackageJson;

/** Directory of a package as `directory` would import it. */
export function packageDirectory(name: string, directory: string): string {
  const file = findPackageJSON(name, pathToFileURL(path.join(directory, 'package.json')));
  if (file === undefined) throw new Error(`${name} is not installed for ${directory}: run npm install`);
  return path.dirname(file);
}

/** A loader of ours: TypeScript here, JavaScript where this package is installed. @param name below `src` */
export const ownLoader = (name: string): string =>
  path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`);

/** Resolves a loader from this package, wherever the feature being built lives. */
export const resolveLoader = (name: string): string => createRequire(import.meta.url).resolve(name);
