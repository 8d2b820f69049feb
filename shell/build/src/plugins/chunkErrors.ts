import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler } from 'webpack';

export interface ChunkOwner {
  readonly feature: string;
  readonly release: string;
}

const pluginName = 'TrellisChunkErrors';

/**
 * Makes every chunk and stylesheet of a build fail in one way: a `ChunkLoadError` with `feature`, `release`,
 * `chunkId`, `type` (missing, timeout, other), `request` and, for a stylesheet, `code`.
 *
 * - A script tag cannot see a status; the browser's resource timing can, so a 404 becomes `missing`.
 * - The page gives a file up (`globalThis.trellisWait`): its deadline also covers what other builds load, and the member
 *   may not want to wait. mini-css-extract-plugin has no deadline of its own.
 * - A retry asks for another address (`?r=1`): Chromium joins the same address to a request that still hangs.
 */
export class ChunkErrorsPlugin {
  readonly owner: ChunkOwner;

  constructor(owner: ChunkOwner) {
    this.owner = owner;
  }

  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule, Template, runtime } = compiler.webpack;
    const { owner } = this;
    const deadline = `${RuntimeGlobals.require}.deadline`;

    class ChunkErrorsRuntime extends RuntimeModule {
      constructor() {
        super('chunk errors', RuntimeModule.STAGE_TRIGGER);
      }
      override generate(): string {
        return Template.asString([
          `var owner = ${JSON.stringify(owner)};`,
          'var failures = {};',
          `${deadline} = function(tag) {`,
          Template.indent([
            'var giveUp = function(why) { if (tag.onerror) tag.onerror({ type: why, target: tag }); };',
            'globalThis.trellisWait(owner.feature, giveUp);',
          ]),
          '};',
          addressOfRetry(RuntimeGlobals.getChunkScriptFilename),
          addressOfRetry(`${RuntimeGlobals.require}.miniCssF`),
          `var ensure = ${RuntimeGlobals.ensureChunk};`,
          `${RuntimeGlobals.ensureChunk} = function(chunkId) {`,
          Template.indent([
            'return ensure.apply(this, arguments).catch(function(error) {',
            Template.indent([
              "if (error && error.name === 'ChunkLoadError' && !error.feature) {",
              Template.indent([
                'failures[chunkId] = (failures[chunkId] || 0) + 1;',
                'var timing = performance.getEntriesByName(error.request).pop();',
                'var status = timing ? timing.responseStatus : 0;',
                "if (error.type !== 'timeout') {",
                Template.indent([
                  "error.type = error.type === 'missing' || status === 404 || status === 410 ? 'missing' : 'other';",
                ]),
                '}',
                'error.chunkId = chunkId;',
                'error.feature = owner.feature;',
                'error.release = owner.release;',
              ]),
              '}',
              'throw error;',
            ]),
            '});',
          ]),
          '};',
        ]);
      }
    }

    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunk).tap(pluginName, (chunk, needs) => {
        needs.add(RuntimeGlobals.getChunkScriptFilename);
        compilation.addRuntimeModule(chunk, new ChunkErrorsRuntime());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        pluginName,
        (source) => `${source}\n${deadline}(script);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        pluginName,
        (source, { tag }) => `${source}\n${deadline}(${tag});`,
      );
    });
  }
}

/** Adds `?r=n` to the file name of a chunk that failed n times. */
const addressOfRetry = (getter: string): string =>
  `if (${getter}) ${getter} = (function(name) { return function(chunkId) {
  return name(chunkId) + (failures[chunkId] ? '?r=' + failures[chunkId] : '');
}; })(${getter});`;
