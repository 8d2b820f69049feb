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

/** `name@version` of every package that the given ones bring along, sorted: what a bundle is really made of. */
export function installedVersions(names: readonly string[], directory: string): string[] {
  const versions = new Set<string>();
  const visit = (name: string, from: string) => {
    const found = packageDirectory(name, from);
    const { version, dependencies = {} } = readPackage(found);
    const id = `${name}@${version}`;
    if (versions.has(id)) return;
    versions.add(id);
    for (const dependency of Object.keys(dependencies)) visit(dependency, found);
  };
  for (const name of names) visit(name, directory);
  return [...versions].sort();
}

/** Resolves a loader from this package, wherever the feature being built lives. */
export const resolveLoader = (name: string): string => createRequire(import.meta.url).resolve(name);
