import { createHash } from 'node:crypto';
import type { Compilation, Compiler } from 'webpack';
import { isSourceMap } from './sourceMaps.ts';

const pluginName = 'TrellisReleaseName';

/** Stand in the place of the digest, and of its first characters in class names, until all files are there. */
const placeholder = 'releasezzq';
const shortPlaceholder = 'zzqj';

/**
 * Names a release after what is in it: the version, and a digest of every file that is bundled and of what the manifest
 * says alongside. Sources that go into no file change no name. The build runs under a placeholder of the same length; when
 * all files are small and before they get their own hashes, the name takes its place.
 */
export class ReleaseNamePlugin {
  /** The release's name while it is being built. */
  readonly building: string;
  /** The part of every class name that no other build has: releases that know nothing of each other stand on one page. */
  readonly classScope: string;
  readonly #said: object;
  #digest = placeholder;

  /**
   * @param version of the package
   * @param said what else distinguishes two releases
   */
  constructor({ feature, version, said }: { feature: string; version: string; said: object }) {
    this.building = `${version}-${placeholder}`;
    this.classScope = feature + shortPlaceholder;
    this.#said = said;
  }

  /** A text with the release's name where it is known. */
  readonly fill = (text: string): string =>
    text
      .replaceAll(placeholder, this.#digest)
      .replaceAll(this.classScope, this.classScope.replace(shortPlaceholder, this.#digest.slice(0, 4)));

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      this.#digest = placeholder;
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1;
      compilation.hooks.processAssets.tap({ name: pluginName, stage }, () => {
        this.#digest = this.#digestOf(compilation);
        // A font is no text, and names nothing.
        for (const { name, source } of compilation.getAssets())
          if (typeof source.source() === 'string')
            compilation.updateAsset(name, new sources.RawSource(this.fill(source.source().toString())));
      });
    });
    compiler.hooks.emit.tap(pluginName, () => {
      compiler.outputPath = this.fill(compiler.outputPath);
    });
  }

  #digestOf(compilation: Compilation): string {
    const digest = createHash('sha256').update(JSON.stringify(this.#said));
    // By content alone: names of files have hashes that are of another stage.
    const contents = compilation
      .getAssets()
      .filter(({ name }) => !isSourceMap(name))
      .map(({ source }) => createHash('sha256').update(source.buffer()).digest('hex'));
    return digest.update(contents.toSorted().join()).digest('hex').slice(0, placeholder.length);
  }
}
