import type { Compiler } from 'webpack';

const pluginName = 'TrellisKeepLastGood';

/**
 * For development servers: what does not build takes nothing away. Open pages keep the last good state, with their styles,
 * behind the error, and go on from it by the first change that builds. Only a server that begins with a fault shows what
 * there is: a page that can say so.
 */
export class KeepLastGoodPlugin {
  #hadGood = false;

  apply(compiler: Compiler): void {
    compiler.hooks.shouldEmit.tap(pluginName, ({ errors }) => (errors.length > 0 && this.#hadGood ? false : undefined));
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      // What is not emitted must not become that from which the next change is shown.
      compilation.hooks.shouldRecord.tap(pluginName, () =>
        compilation.errors.length > 0 && this.#hadGood ? false : undefined,
      );
    });
    compiler.hooks.afterEmit.tap(pluginName, ({ errors }) => {
      this.#hadGood ||= errors.length === 0;
    });
  }
}
