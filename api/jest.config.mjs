/** API tests run on a real Postgres, one database a file; see src/testing. */
export default {
  testEnvironment: 'node',
  // Not among the temporary files: `npm test` has others in each run.
  cacheDirectory: '<rootDir>/../.data/jest',
  roots: ['<rootDir>/src', '<rootDir>/contract'],
  testMatch: ['**/*.test.ts'],
  // Node reads TypeScript by itself.
  transform: {},
  runner: 'jest-light-runner',
  setupFiles: ['<rootDir>/src/testing/nativeTests.ts'],
  globalSetup: '<rootDir>/src/testing/globalSetup.ts',
  globalTeardown: '<rootDir>/src/testing/globalTeardown.ts',
  // Three on two cores: half of what a file takes is waiting, for its database, deadlines and jobs.
  maxWorkers: 3,
};
