/** API tests run on a real Postgres, one database a file; see src/testing. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/contract'],
  testMatch: ['**/*.test.ts'],
  // Node reads TypeScript by itself.
  transform: {},
  runner: 'jest-light-runner',
  setupFiles: ['<rootDir>/src/testing/nativeTests.ts'],
  globalSetup: '<rootDir>/src/testing/globalSetup.ts',
  globalTeardown: '<rootDir>/src/testing/globalTeardown.ts',
  maxWorkers: 2,
};
