import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type FeatureName, featureNames, type ReleaseManifest } from '@trellis/api-contract';
import { builtReleases, readManifest, startGuard } from '../../../api/src/testing/index.ts';
import { projectRoot } from '../../support/product.ts';
import type { Monolith } from './monolith.ts';

/** Brotli bytes, as they are stored for the wire. */
export interface BrotliBytes {
  /** Start scripts of the shell. */
  readonly shell: number;
  /** What brings features in; it comes alongside the first of them, and not to who only logs in. */
  readonly federation: number;
  readonly shell_styles: number;
  /** The document's inline guard over these two, as it is served: plain bytes. */
  readonly start_guard: number;
  readonly entry: Readonly<Record<FeatureName, number>>;
  /** Entry, exposed module, first screen with its styles, and one language. */
  readonly first_screen: Readonly<Record<FeatureName, number>>;
  /** Start scripts of the same screens as one application. */
  readonly monolith: number;
}

/** @throws Error if something is not built */
export function brotliBytes(monolith: Monolith): BrotliBytes {
  const built = new Map(builtReleases(projectRoot).map((folder) => [readManifest(folder).feature, folder]));
  const folderOf = (name: FeatureName | 'shell'): string => {
    const folder = built.get(name);
    if (folder === undefined) throw new Error(`${name} is not built: npm run build`);
    return folder;
  };
  const shell = folderOf('shell');
  const start = readManifest(shell).chunks.shell ?? [];
  const ofFeatures = (files: (manifest: ReleaseManifest) => readonly string[]) =>
    Object.fromEntries(
      featureNames.map((feature) => [feature, packed(folderOf(feature), files(readManifest(folderOf(feature))))]),
    ) as Record<FeatureName, number>;
  return {
    shell: packed(shell, start.filter(isScript)),
    federation: packed(
      shell,
      (readManifest(shell).chunks.federation ?? []).filter((file) => isScript(file) && !start.includes(file)),
    ),
    shell_styles: packed(
      shell,
      start.filter((file) => !isScript(file)),
    ),
    start_guard: Buffer.byteLength(startGuard(120_000)),
    entry: ofFeatures(({ entry }) => [entry]),
    first_screen: ofFeatures(firstScreenFiles),
    monolith: packed(monolith.folder, (monolith.manifest.chunks.shell ?? []).filter(isScript)),
  };
}

const isScript = (file: string): boolean => file.endsWith('.js');

const packed = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0);

/** Of a feature alone, as it is built. `undefined`: it is not. */
export function firstScreenBytes(feature: FeatureName): number | undefined {
  const folder = builtReleases(projectRoot).find((each) => readManifest(each).feature === feature);
  return folder === undefined ? undefined : packed(folder, firstScreenFiles(readManifest(folder)));
}

function firstScreenFiles({ entry, chunks, routes }: ReleaseManifest): string[] {
  const needed = ['feature', 'texts-en', routes[0]?.screen ?? ''].flatMap((chunk) => chunks[chunk] ?? []);
  return [...new Set([entry, ...needed])];
}
