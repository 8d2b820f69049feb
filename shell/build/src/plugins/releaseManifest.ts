import { offlineChunks, type ReleaseManifest } from '@trellis/api-contract';
import type { Chunk, Compilation, Compiler } from 'webpack';
import { removeOlderReleases } from '../olderReleases.ts';
import { integrityOf } from './integrity.ts';
import type { ReleaseNamePlugin } from './releaseName.ts';

const pluginName = 'TrellisReleaseManifest';

/** What the build knows before it runs; files, chunks and a hashed entry come from its result. */
export type PlannedRelease = Omit<ReleaseManifest, 'files' | 'chunks' | 'entry'> & {
  /** Gives the release its name when it is built; without it, it has one. */
  readonly name: ReleaseNamePlugin | undefined;
  /** Name of the chunk whose script starts the release. */
  readonly entryChunk: string;
};

/** Writes `release.json` alongside the files it names, and removes older releases from `dist`. */
export class ReleaseManifestPlugin {
  readonly planned: PlannedRelease;
  readonly #served: boolean;

  /** @param served by a development server, which writes nothing to the disk */
  constructor(planned: PlannedRelease, { served = false }: { readonly served?: boolean } = {}) {
    this.planned = planned;
    this.#served = served;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: pluginName, stage }, () => {
        const manifest = this.#manifest(compilation);
        compilation.emitAsset('release.json', new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`));
      });
    });
    if (this.#served) return;
    compiler.hooks.done.tap(pluginName, ({ compilation }) => {
      if (compilation.errors.length === 0) removeOlderReleases(compiler.outputPath);
    });
  }

  #manifest(compilation: Compilation): ReleaseManifest {
    const { entryChunk, name: releaseName, ...said } = this.planned;
    const fill = releaseName?.fill ?? ((text: string) => text);
    // Not in the routes: a server of the version before knows no such word there, and every chunk.
    const routes = said.routes.map(({ offline: _offline, ...route }) => route);
    const planned = { ...said, routes, release: fill(said.release), global: fill(said.global) };
    const files: Record<string, { integrity: string; bytes: number }> = {};
    for (const { name, source } of [...compilation.getAssets()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!/\.(?:js|css|woff2)$/.test(name)) continue;
      const content = source.buffer();
      files[name] = { integrity: integrityOf(content), bytes: content.length };
    }
    const chunks: Record<string, string[]> = {};
    let entry: string | undefined;
    for (const chunk of compilation.chunks) {
      if (!chunk.name) continue;
      const needed = [...filesBefore(chunk)].filter((file) => file in files).sort();
      if (chunk.name === entryChunk) entry = [...chunk.files].find((file) => file.endsWith('.js'));
      // A container's own chunk holds no screen; it is the entry.
      if (chunk.name !== planned.feature || planned.feature === 'shell') chunks[chunk.name] = needed;
    }
    if (entry === undefined) throw new Error(`${planned.feature}: the build made no start script`);
    const withoutServer = said.routes.flatMap(({ screen, offline }) => (offline ? [screen, ...offline] : []));
    if (withoutServer.length > 0)
      chunks[offlineChunks] = [...new Set(withoutServer.flatMap((name) => chunks[name] ?? []))].sort();
    return { ...planned, entry, files, chunks: sorted(chunks) };
  }
}

/** Files of all chunks that must be there before this one runs. */
function filesBefore(chunk: Chunk): Set<string> {
  const files = new Set<string>();
  for (const group of chunk.groupsIterable) {
    for (const member of group.chunks) for (const file of member.files) files.add(file);
  }
  return files;
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
