import { registerHooks } from 'node:module';

/**
 * The API's tests run in Node as it is, as the API does: each worker loads a module once for all its files of
 * tests, and not once for each. There `@jest/globals` refuses to be loaded; what tests import under that name is ours.
 */
const { href } = new URL('./jestGlobals.ts', import.meta.url);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: href, shortCircuit: true } : next(specifier, context),
});
