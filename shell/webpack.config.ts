import { makeShellConfig } from '@trellis/feature-build';
import { routes } from './src/router/routes.ts';

export default makeShellConfig({ directory: import.meta.dirname, routes });
