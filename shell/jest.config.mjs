import { featureNames } from '../api/contract/src/features.ts';

/** Unit tests of the shell, its sdk and build, and the features: `jest --config shell/jest.config.mjs`. */
export default {
  rootDir: '..',
  // Not among the temporary files: `npm test` has others in each run.
  cacheDirectory: '<rootDir>/.data/jest',
  roots: ['<rootDir>/shell', ...featureNames.map((name) => `<rootDir>/mf-${name}`)],
  testMatch: ['**/src/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: '<rootDir>/shell/jest/browserEnvironment.cjs',
  transform: {
    '\\.(?:ts|tsx|mjs)$': [
      '@swc/jest',
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
  moduleNameMapper: { '\\.css$': '<rootDir>/shell/jest/noStyles.cjs' },
};
