import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { entryBudgetBytes } from '@trellis/api-contract';
import type { Chunk, ChunkGraph, Compiler, RuntimeModule } from 'webpack';

const pluginName = 'TrellisLeanEntry';

/**
 * An entry is asked for before anything else of a feature: this leaves out of it what nobody needs, and ends a build
 * whose entry is over its budget.
 *
 * - A chunk without a name of its own is called by the paths of its modules otherwise, and an entry says that up to three
 *   times: here it is called by three letters that depend on its modules alone.
 * - Webpack's run-time for shared libraries brings what compares them with ranges, and an entry has no ranges. The two
 *   functions call themselves, so no minifier takes them for unused.
 */
export class LeanEntryPlugin {
  readonly feature: string;

  constructor(feature: string) {
    this.feature = feature;
  }

  apply(compiler: Compiler): void {
    const { WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      compilation.hooks.beforeChunkIds.tap(pluginName, (chunks) => {
        const taken = new Set([...chunks].flatMap(({ name }) => name ?? []));
        for (const chunk of chunks) {
          if (chunk.name) continue;
          chunk.id = shortName(modulesOf(chunk, compilation.chunkGraph, compiler.context), taken);
          chunk.ids = [chunk.id];
        }
      });
      compilation.hooks.runtimeModule.tap(pluginName, (module) => {
        if (module.name === 'consumes') leaveOutRanges(module);
      });
      compilation.hooks.afterProcessAssets.tap(pluginName, (assets) => {
        const entry = assets['entry.js'];
        const fault = entry && overBudget(this.feature, entry.buffer());
        if (fault) compilation.errors.push(new WebpackError(fault));
      });
    });
  }
}

/** @returns what is wrong with an entry, as a sentence */
export function overBudget(feature: string, entry: Buffer): string | undefined {
  const bytes = brotliCompressSync(entry).length;
  if (bytes <= entryBudgetBytes) return undefined;
  return (
    `The entry of ${feature} takes ${bytes} bytes (brotli), ${bytes - entryBudgetBytes} more than it may. ` +
    'It lists every chunk of the feature: join screens that are opened together, or styles that several screens have.'
  );
}

/** The same on every machine: paths are those inside the project. */
function modulesOf(chunk: Chunk, graph: ChunkGraph, context: string): string {
  const names = [...graph.getChunkModulesIterable(chunk)].map((module) => module.libIdent({ context }) ?? '');
  return names.sort().join('\n');
}

/** Three letters, and others where they are taken. */
function shortName(text: string, taken: Set<string>): string {
  for (let tries = 0; ; tries += 1) {
    const digest = createHash('sha256').update(`${tries}\n${text}`).digest();
    const name = [...digest.subarray(0, 3)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function leaveOutRanges(module: RuntimeModule): void {
  const generate = module.generate.bind(module);
  module.generate = () => {
    const code = generate();
    return typeof code === 'string' ? code.replace(ranges, '') : code;
  };
}

/** From the one function's beginning to the end of the other, before which and after which there are others. */
const ranges = /var rangeToString = .*?(?=(?:const|var) exists = )/s;
