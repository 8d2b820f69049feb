import { join } from 'node:path';
import { build, builtFolders, install, runToEnd } from './setup.mjs';

install();
// In production only what is missing is built, once; elsewhere a start always shows the sources as they are.
if (process.env.NODE_ENV !== 'production' || builtFolders().some(({ releases }) => releases.length === 0)) build();
runToEnd([join('api', 'src', 'main.ts')]);
