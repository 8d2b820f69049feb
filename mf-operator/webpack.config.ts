import { makeFeatureConfig } from '@trellis/feature-build';
import { routes } from './src/routes.ts';

export default makeFeatureConfig({
  feature: 'operator',
  directory: import.meta.dirname,
  // Who may see them is the console's own matter.
  routes: routes.map(({ path, screen }) => ({ path, screen })),
  // What records and lines of statements are called.
  texts: ['@trellis/api-contract/src/*/*/texts/journals'],
});
