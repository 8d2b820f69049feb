import shell from '../../shell/jest.config.mjs';

/** Modules that decide on amounts, days, addresses and who may do what. The test alongside each needs no database. */
const modules = [
  'api/contract/src/addresses/check',
  'api/contract/src/dates',
  'api/contract/src/patterns',
  'api/contract/src/units',
  'api/src/service/rulePreview/judge',
  'api/src/service/solvency/coverage',
  'mf-operator/src/money/rates/change',
  'mf-operator/src/queues/withdrawals/actionsOf',
  'mf-plan/src/packages/nextLoop',
  'mf-plan/src/purchase/order',
  'mf-wallet/src/balances/byState',
  'mf-wallet/src/records/periods',
  'mf-wallet/src/stake/order',
  'shell/kit/src/form/parseAmountInput',
  'shell/kit/src/format/dates',
  'shell/kit/src/format/money',
  'shell/sdk/src/flow/flowState',
];

/**
 * `npm run mutants:code`: StrykerJS changes each of these in every way that it knows, and runs the tests that came by the
 * changed place. What no test notices is printed with its change: a test is missing, the code says too much, or both say
 * the same. Ends with 1 where more goes unnoticed than is known to say the same.
 */
export default {
  // All of an address is behind the test of its door.
  mutate: [
    ...modules.map((module) => `${module}.ts`),
    'api/contract/src/addresses/{account,base58,bitcoin,evm,ton,tron,verdict}.ts',
  ],
  testRunner: 'jest',
  jest: {
    config: {
      testMatch: modules.map((module) => `<rootDir>/${module}.test.ts`),
      testEnvironment: 'node',
      // Stryker's runner needs Jest's own, which reads no ES modules: all that is loaded is made into CommonJS.
      transform: { '\\.(?:[jt]sx?|mjs)$': Object.values(shell.transform)[0] },
      transformIgnorePatterns: ['node_modules/(?!(@scure|@noble)/)'],
      moduleNameMapper: shell.moduleNameMapper,
    },
  },
  coverageAnalysis: 'perTest',
  thresholds: { high: 98, low: 97, break: 97 },
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false },
  warnings: { slow: false },
  concurrency: 2,
  ignorePatterns: ['dist', 'production', 'coverage', '.data', '.nx'],
  tempDirName: 'test-results/mutants',
};
