import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { type FeatureName, featureNames, type ReleaseManifest, sourceMapOf } from '@trellis/api-contract';
import { ExplainedError } from '../../../ground/explainedError.ts';
import { fileFaults } from './inspection.ts';
import { parseManifest } from './manifest.ts';
import { packFolder, packFolderAlongside } from './packing.ts';

export type Releasable = FeatureName | 'shell';
export const releasables: readonly Releasable[] = ['shell', ...featureNames];
/** What can be switched off: a feature, and the worker of members' browsers, which comes with the server and has no releases. */
export type Switchable = Releasable | 'worker';

/**
 * Immutable releases as folders: `<root>/<feature>/<release>/`, each file also packed for the wire. Source maps lie in a folder
 * within, under no name that is served.
 */
export class ReleaseStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /**
   * Takes a built folder into the store, without asking who made it: `publishRelease` does. The same release with the
   * same bytes is accepted again; with other bytes, or with files that differ from its manifest, it is refused.
   * @returns the manifest as it is stored
   */
  publish(builtFolder: string): ReleaseManifest {
    const manifest = readManifest(builtFolder);
    checkFiles(builtFolder, manifest);
    const target = this.folder(manifest.feature, manifest.release);
    if (existsSync(target)) {
      const stored = readManifest(target);
      if (!isSame(stored, manifest)) throw otherBytes(manifest);
      return stored;
    }
    // Under another name first: a release is there whole, or not at all.
    const arriving = `${target}.arriving-${process.pid}`;
    rmSync(arriving, { recursive: true, force: true });
    mkdirSync(join(target, '..'), { recursive: true });
    cpSync(builtFolder, arriving, { recursive: true });
    packFolder(arriving);
    renameSync(arriving, target);
    return manifest;
  }

  /**
   * Where a release from elsewhere is put together: on the disk of the store, and under a name that no address has,
   * for nobody has looked yet at what is in it.
   */
  arrivalFolder(): string {
    mkdirSync(this.root, { recursive: true });
    return mkdtempSync(join(this.root, '.arriving-'));
  }

  /** Puts an arrival folder, whose files were verified, into its place. Who came first with the release stays. */
  async adopt(arrived: string, { feature, release }: ReleaseManifest): Promise<void> {
    await packFolderAlongside(arrived);
    const target = this.folder(feature, release);
    mkdirSync(join(target, '..'), { recursive: true });
    try {
      renameSync(arrived, target);
    } catch (error) {
      if (!this.has(feature, release)) throw error;
    }
  }

  /** Takes a release out that turned out to be another's. */
  remove(feature: Releasable, release: string): void {
    rmSync(this.folder(feature, release), { recursive: true, force: true });
  }

  list(feature: Releasable): string[] {
    const folder = join(this.root, feature);
    if (!existsSync(folder)) return [];
    return readdirSync(folder).filter((release) => existsSync(join(folder, release, 'release.json')));
  }

  /** @throws ExplainedError if the release is not there, or what is there is another one */
  manifest(feature: Releasable, release: string): ReleaseManifest {
    const manifest = readManifest(this.folder(feature, release));
    if (manifest.feature !== feature || manifest.release !== release)
      throw new ExplainedError(
        `release.json: what is stored as ${feature} ${release} is ${manifest.feature} ${manifest.release}: publish it again.`,
      );
    return manifest;
  }

  /** The source map of a built file, if the build made one. */
  sourceMap(feature: Releasable, release: string, file: string): string | undefined {
    const path = join(this.folder(feature, release), sourceMapOf(file));
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  has(feature: Releasable, release: string): boolean {
    return existsSync(join(this.folder(feature, release), 'release.json'));
  }

  /** Why this process does not find a release, and what to do; `undefined`: it is there. */
  whyMissing(feature: Releasable, release: string): string | undefined {
    const file = join(this.folder(feature, release), 'release.json');
    try {
      accessSync(file, constants.R_OK);
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EACCES'
        ? `${file} may not be read by the user of this process (EACCES): give it to them, and publish as them`
        : `${file} is missing: run npm run release -- publish --all --activate with this DATA_DIR`;
    }
  }

  folder(feature: Releasable, release: string): string {
    return join(this.root, feature, release);
  }
}

/** @throws ExplainedError if the folder holds no built release */
export function readManifest(folder: string): ReleaseManifest {
  const file = join(folder, 'release.json');
  if (!existsSync(file)) throw new ExplainedError(`There is no release in ${folder}: build it first.`);
  const { manifest, fault } = parseManifest(readFileSync(file, 'utf8'));
  if (!manifest) throw new ExplainedError(`${file} is not what a build writes (${fault}): build it again.`);
  return manifest;
}

/** Whether two builds are of the same bytes: the commit may differ, for one that changes no source changes no byte. */
export const isSame = (one: ReleaseManifest, other: ReleaseManifest): boolean =>
  JSON.stringify({ ...one, commit: null }) === JSON.stringify({ ...other, commit: null });

export const otherBytes = ({ feature, release }: ReleaseManifest): ExplainedError =>
  new ExplainedError(`Release ${feature} ${release} exists with other bytes: give the new one another version.`);

function checkFiles(folder: string, manifest: ReleaseManifest): void {
  const [wrong] = fileFaults(folder, manifest);
  if (wrong)
    throw new ExplainedError(
      `File ${wrong.file} of ${manifest.feature} ${manifest.release} differs from its manifest: build it again.`,
    );
}
