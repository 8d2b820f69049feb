import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type FeatureName, featureNames, type ReleaseManifest } from '@trellis/api-contract';
import { StartupError } from '../startupError.ts';

export type Releasable = FeatureName | 'shell';
export const releasables: readonly Releasable[] = ['shell', ...featureNames];

const compressible = new Set(['.js', '.css', '.json', '.svg']);

/** Immutable releases as folders: `<root>/<feature>/<release>/`, each file also packed for the wire. */
export class ReleaseStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /**
   * Takes a built folder into the store. The same release with the same bytes is accepted again; with other bytes,
   * or with files that differ from its manifest, it is refused.
   * @returns the manifest
   */
  publish(builtFolder: string): ReleaseManifest {
    const manifest = readManifest(builtFolder);
    checkFiles(builtFolder, manifest);
    const target = this.folder(manifest.feature, manifest.release);
    if (existsSync(target)) {
      const stored = readManifest(target);
      if (JSON.stringify(stored.files) !== JSON.stringify(manifest.files))
        throw new StartupError(
          `Release ${manifest.feature} ${manifest.release} exists with other bytes: give the new one another version.`,
        );
      return stored;
    }
    // Under another name first: a release is there whole, or not at all.
    const arriving = `${target}.arriving-${process.pid}`;
    rmSync(arriving, { recursive: true, force: true });
    mkdirSync(join(target, '..'), { recursive: true });
    cpSync(builtFolder, arriving, { recursive: true });
    for (const file of readdirSync(arriving)) if (compressible.has(extname(file))) pack(join(arriving, file));
    renameSync(arriving, target);
    return manifest;
  }

  list(feature: Releasable): string[] {
    const folder = join(this.root, feature);
    if (!existsSync(folder)) return [];
    return readdirSync(folder).filter((release) => existsSync(join(folder, release, 'release.json')));
  }

  manifest(feature: Releasable, release: string): ReleaseManifest {
    return readManifest(this.folder(feature, release));
  }

  has(feature: Releasable, release: string): boolean {
    return existsSync(join(this.folder(feature, release), 'release.json'));
  }

  folder(feature: Releasable, release: string): string {
    return join(this.root, feature, release);
  }
}

/** @throws StartupError if the folder holds no built release */
export function readManifest(folder: string): ReleaseManifest {
  const file = join(folder, 'release.json');
  if (!existsSync(file)) throw new StartupError(`There is no release in ${folder}: build it first.`);
  return JSON.parse(readFileSync(file, 'utf8')) as ReleaseManifest;
}

function checkFiles(folder: string, manifest: ReleaseManifest): void {
  for (const [name, { integrity, bytes }] of Object.entries(manifest.files)) {
    const content = readFileSync(join(folder, name));
    const actual = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    if (actual !== integrity || statSync(join(folder, name)).size !== bytes)
      throw new StartupError(
        `File ${name} of ${manifest.feature} ${manifest.release} differs from its manifest: build it again.`,
      );
  }
}

/** Highest quality once at publishing, so that serving costs nothing. */
function pack(file: string): void {
  const content = readFileSync(file);
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, brotli));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
