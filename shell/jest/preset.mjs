import { fileURLToPath } from 'node:url';

const localFile = (name) => fileURLToPath(new URL(name, import.meta.url));

/** How tests of the shell and of features run: in jsdom, from TypeScript as it is, without styles. */
export default {
  testMatch: ['**/src/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: localFile('browserEnvironment.cjs'),
  transform: {
    '\\.(?:ts|tsx|mjs|js)$': [
      fileURLToPath(import.meta.resolve('@swc/jest')),
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2024',
          transform: { react: { runtime: 'automatic' } },
        },
        // `import()` of a screen or of texts must work without the flag for ES modules.
        module: { type: 'commonjs' },
      },
    ],
  },
  // Ours are ES modules, where a feature has them installed, too.
  transformIgnorePatterns: ['/node_modules/(?!@trellis/)'],
  moduleNameMapper: { '\\.css$': localFile('noStyles.cjs') },
};
