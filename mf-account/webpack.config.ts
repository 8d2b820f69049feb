import { makeFeatureConfig } from '@trellis/feature-build';
import { routes } from './src/routes.ts';

export default makeFeatureConfig({
  feature: 'account',
  directory: import.meta.dirname,
  routes,
  // What notices say, and what records are called.
  texts: ['@trellis/api-contract/src/*/*/texts/notices', '@trellis/api-contract/src/*/*/texts/journals'],
});
