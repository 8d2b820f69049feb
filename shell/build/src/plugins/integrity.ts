import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler } from 'webpack';

const pluginName = 'TrellisIntegrity';
const placeholder = '__TRELLIS_INTEGRITY__';

/** Digests do not compress: the shorter ones save a tenth of a small start script, and are as good against tampering. */
const inScript = 'sha256';

type Algorithm = 'sha256' | 'sha384';

/** `sha384-…`, as `integrity` attributes want it. */
export const integrityOf = (content: Buffer, algorithm: Algorithm = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * Puts the digest of every chunk and stylesheet into the start script, whose own digest is in the registry. A file
 * without a digest is refused: it fails closed.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    const { Compilation, RuntimeGlobals, RuntimeModule, runtime, sources } = compiler.webpack;
    const check = `${RuntimeGlobals.require}.integrity`;

    class IntegrityRuntime extends RuntimeModule {
      constructor() {
        super('integrity', RuntimeModule.STAGE_ATTACH);
      }
      override generate(): string {
        return `var digests = JSON.parse(${JSON.stringify(placeholder)});
${check} = function(tag, url) {
  var digest = digests[url.split('?')[0].slice(${RuntimeGlobals.publicPath}.length)];
  if (!digest) throw new Error('No integrity for ' + url);
  tag.integrity = digest;
};`;
      }
    }

    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunk).tap(pluginName, (chunk, needs) => {
        needs.add(RuntimeGlobals.publicPath);
        compilation.addRuntimeModule(chunk, new IntegrityRuntime());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        pluginName,
        (source) => `${source}\n${check}(script, url);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        pluginName,
        (source, { tag, href }) => `${source}\n${check}(${tag}, ${href});`,
      );
      // After the last stage that changes a file or its name.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: pluginName, stage }, (assets) => {
        const digests: Record<string, string> = {};
        const startScripts: string[] = [];
        for (const [name, source] of Object.entries(assets)) {
          if (!/\.(?:js|css)$/.test(name)) continue;
          const content = source.buffer();
          if (content.includes(placeholder)) startScripts.push(name);
          else digests[name] = integrityOf(content, inScript);
        }
        // The placeholder stands inside a string literal of either quote.
        const json = JSON.stringify(digests).replaceAll('"', '\\"');
        for (const name of startScripts) {
          compilation.updateAsset(
            name,
            (source) =>
              new sources.RawSource(
                source
                  .source()
                  .toString()
                  .replace(placeholder, () => json),
              ),
          );
        }
      });
    });
  }
}
