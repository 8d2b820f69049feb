import { makeFeatureConfig } from '@trellis/feature-build';
import { routes } from './src/routes.ts';

export default makeFeatureConfig({ feature: 'team', directory: import.meta.dirname, routes });
