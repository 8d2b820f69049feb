import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compilation, Compiler } from 'webpack';
import { replaceIn } from './sourceMaps.ts';

const pluginName = 'TrellisIntegrity';
const placeholder = '__TRELLIS_INTEGRITY__';

/** `sha384-…`, as `integrity` attributes want it. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

type Digests = Readonly<Record<string, string>>;

interface IntegrityOptions {
  /** Name of a global that is this release's alone. */
  readonly global: string;
  /** Puts the release's name into what was written before it was known. */
  readonly fill: (text: string) => string;
  /**
   * A chunk that is always loaded before all others. It then brings the digests of the others, and the start script,
   * which has to stay small, only that chunk's own.
   */
  readonly carrier?: string;
}

/**
 * Gives every chunk and stylesheet its digest: the registry has the start script's, the start script the carrier's,
 * the carrier the rest. A file without a digest is refused: it fails closed.
 */
export class IntegrityPlugin {
  readonly options: IntegrityOptions;

  constructor(options: IntegrityOptions) {
    this.options = options;
  }

  apply(compiler: Compiler): void {
    const { Compilation, RuntimeGlobals, RuntimeModule, runtime } = compiler.webpack;
    const check = `${RuntimeGlobals.require}.integrity`;
    const carried = `globalThis[${JSON.stringify(this.#globalName)}]`;

    class IntegrityRuntime extends RuntimeModule {
      constructor() {
        super('integrity', RuntimeModule.STAGE_ATTACH);
      }
      override generate(): string {
        return `var digests = JSON.parse(${JSON.stringify(placeholder)});
${check} = function(tag, url) {
  var file = url.split('?')[0].slice(${RuntimeGlobals.publicPath}.length);
  var digest = digests[file] || (${carried} || {})[file];
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
      compilation.hooks.processAssets.tap({ name: pluginName, stage }, () => this.#addDigests(compilation));
    });
  }

  get #globalName(): string {
    return `${this.options.global}:digests`;
  }

  #addDigests(compilation: Compilation): void {
    const names = compilation
      .getAssets()
      .map(({ name }) => name)
      .filter((name) => /\.(?:js|css)$/.test(name));
    const content = (name: string): Buffer => compilation.getAsset(name)?.source.buffer() ?? Buffer.alloc(0);
    const starts = names.filter((name) => content(name).includes(placeholder));
    const carriers = names.filter((name) => this.#carries(compilation, name));
    const others = names.filter((name) => !starts.includes(name) && !carriers.includes(name));
    const digestsOf = (files: readonly string[]): Digests =>
      Object.fromEntries(files.toSorted().map((name) => [name, integrityOf(content(name))]));

    const rest = JSON.stringify(digestsOf(others));
    for (const name of carriers) {
      const assignment = `globalThis[${JSON.stringify(this.options.fill(this.#globalName))}]=${rest};`;
      replaceIn(compilation, name, { at: 0, length: 0, text: assignment });
    }
    const first = JSON.stringify(digestsOf(carriers.length > 0 ? carriers : others));
    for (const name of starts) {
      // The placeholder stands inside a string literal of either quote.
      const text = first.replaceAll('"', '\\"');
      replaceIn(compilation, name, {
        at: content(name).toString().indexOf(placeholder),
        length: placeholder.length,
        text,
      });
    }
  }

  #carries(compilation: Compilation, name: string): boolean {
    const { carrier } = this.options;
    const chunk = carrier === undefined ? undefined : compilation.namedChunks.get(carrier);
    return chunk?.files.has(name) === true && name.endsWith('.js');
  }
}
