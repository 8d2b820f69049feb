import type { Compiler } from 'webpack';
import { sharedNames } from '../sharedLibraries.ts';

const pluginName = 'TrellisSharedNames';
const allowed: Readonly<Record<string, readonly string[]>> = sharedNames;

/** Refuses a name that the shell does not hand over: at run time it would silently be `undefined`. */
export class SharedNamesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(pluginName, (compilation, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm'] as const) {
        normalModuleFactory.hooks.parser.for(type).tap(pluginName, (parser) => {
          parser.hooks.importSpecifier.tap(pluginName, (_statement, source, name) => {
            const names = typeof source === 'string' ? allowed[source] : undefined;
            if (names === undefined || (typeof name === 'string' && names.includes(name))) return;
            const file = parser.state.module.nameForCondition() ?? '';
            const reason = `${name ?? '*'} of ${source} is not among the names that the shell hands over`;
            compilation.errors.push(new compiler.webpack.WebpackError(`${file}: ${reason}`));
          });
        });
      }
    });
  }
}
