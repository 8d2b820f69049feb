/** Whole-product tests without a browser: each starts `api/src/main.ts` as its own process. See faults/. */
export default {
  testEnvironment: 'node',
  // Not among the temporary files: `npm test` has others in each run.
  cacheDirectory: '<rootDir>/../.data/jest',
  roots: ['<rootDir>/faults'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '\\.[jt]s$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // Packages that come as ES modules only.
  transformIgnorePatterns: ['node_modules/(?!(uuid|raw-body|@otplib|@scure|@noble)/)'],
  // No measure of speed: only what hangs for ever shall end, also on a busy machine.
  testTimeout: 240_000,
  globalSetup: '<rootDir>/support/prepare.ts',
  globalTeardown: '<rootDir>/support/unprepare.ts',
  // Each of these starts a Postgres; on two cores, one product at a time reports more.
  maxWorkers: 1,
};
