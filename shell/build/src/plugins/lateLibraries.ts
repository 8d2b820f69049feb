import type { Chunk, Compilation, Compiler, Module } from 'webpack';
import { lateLibraries } from '../sharedLibraries.ts';

const pluginName = 'TrellisLateLibraries';

/**
 * Some libraries of the shell come when a screen first needs them. A container asks for a shared module once and keeps
 * what came of it for ever, a failure too (`startedInstallModules` of webpack's run-time). So it is not left to ask:
 * the chunks that use such a library wait for it here, each time they are asked for, and fail with it before any of
 * their code runs. The page's host answers at `globalThis.trellisLibrary(name)`.
 */
export class LateLibrariesPlugin {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;

    class LateLibrariesRuntime extends RuntimeModule {
      constructor() {
        super('late libraries', RuntimeModule.STAGE_ATTACH);
      }
      override generate(): string {
        const { chunk, compilation } = this;
        const needs = chunk && compilation ? needsOf(chunk, compilation) : {};
        return `var needs = ${JSON.stringify(needs)};
${RuntimeGlobals.ensureChunkHandlers}.late = function(chunkId, promises) {
  (needs[chunkId] || []).forEach(function(name) { promises.push(globalThis.trellisLibrary(name)); });
};`;
      }
    }

    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.ensureChunkHandlers)
        .tap(pluginName, (chunk) => compilation.addRuntimeModule(chunk, new LateLibrariesRuntime()));
    });
  }
}

/** By chunk, which late libraries it uses. */
function needsOf(entry: Chunk, compilation: Compilation): Record<string, string[]> {
  const needs: Record<string, string[]> = {};
  for (const chunk of entry.getAllReferencedChunks()) {
    const shared = compilation.chunkGraph.getChunkModulesIterable(chunk);
    const late = [...shared].map(shareKeyOf).filter((key) => lateLibraries.some((name) => name === key));
    if (late.length > 0 && chunk.id !== null) needs[chunk.id] = late.sort();
  }
  return needs;
}

/** The name under which a module of webpack's `ConsumeSharedPlugin` is shared. */
function shareKeyOf(module: Module): string {
  const { options } = module as { options?: { shareKey?: string } };
  return options?.shareKey ?? '';
}
