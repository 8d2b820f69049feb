/** API tests run on a real Postgres, one database a file; see src/testing. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/contract'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '\\.[jt]s$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // Packages that come as ES modules only.
  transformIgnorePatterns: ['node_modules/(?!(uuid|raw-body|@otplib|@scure|@noble)/)'],
  globalSetup: '<rootDir>/src/testing/globalSetup.ts',
  globalTeardown: '<rootDir>/src/testing/globalTeardown.ts',
  // No measure of speed: only what hangs for ever shall end, also on a busy machine.
  testTimeout: 180_000,
  maxWorkers: 2,
};
