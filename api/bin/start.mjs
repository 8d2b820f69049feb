/**
 * `npm start`: installs and builds what a clone lacks, and starts the product, with a database of its own where DATABASE_URL
 * names none; http://localhost:3000. NODE_ENV=production takes the settings that api/docs/production.md lists, and says which are missing.
 */
import { join } from 'node:path';
import { answerHelp, build, builtFolders, install, runToEnd } from './setup.mjs';

answerHelp(import.meta.url);
install();
// In production only what is missing is built, once; elsewhere a start always shows the sources as they are.
if (process.env.NODE_ENV !== 'production' || builtFolders().some(({ releases }) => releases.length === 0)) build();
runToEnd([join('api', 'src', 'main.ts')]);
