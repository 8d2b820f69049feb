import { makeFeatureConfig } from '@trellis/feature-build';
import { routes } from './src/routes.ts';

export default makeFeatureConfig({
  feature: 'wallet',
  directory: import.meta.dirname,
  routes,
  // What records are called.
  texts: ['@trellis/api-contract/src/*/*/texts/journals'],
});
