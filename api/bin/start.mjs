import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, install, projectRoot, runToEnd } from './setup.mjs';

install();
// A production image is built once; elsewhere a start always shows the sources as they are.
if (process.env.NODE_ENV !== 'production' || !existsSync(join(projectRoot, 'shell', 'dist'))) build();
runToEnd([join('api', 'src', 'main.ts')]);
