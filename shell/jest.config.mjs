import { featureNames } from '../api/contract/src/features.ts';
import preset from './jest/preset.mjs';

/** Unit tests of the shell, its sdk and build, and the features: `jest --config shell/jest.config.mjs`. */
export default {
  ...preset,
  rootDir: '..',
  // Not among the temporary files: `npm test` has others in each run.
  cacheDirectory: '<rootDir>/.data/jest',
  roots: ['<rootDir>/shell', ...featureNames.map((name) => `<rootDir>/mf-${name}`)],
};
