/**
 * `npm run dev [-- mf-team ...]`: the product with hot reload. The shell and the named features (or all) come from
 * development servers, the rest as it was built.
 */
import { join } from 'node:path';
import { answerHelp, build, builtFolders, install, runToEnd, startProgram } from './setup.mjs';

answerHelp(import.meta.url);
install();
build();
const features = builtFolders().flatMap(({ workspace }) => (workspace === 'shell' ? [] : [workspace]));
const named = process.argv.slice(2);
const served = ['shell', ...features.filter((name) => named.length === 0 || named.includes(name))];
const firstPort = Number(process.env.DEVELOPMENT_PORT ?? 3100);
const origins = served.map(
  (name) => `${name.replace(/^mf-/, '')}=http://localhost:${firstPort + ['shell', ...features].indexOf(name)}`,
);
const servers = startProgram([join('shell', 'build', 'src', 'serve.ts'), ...named]);
const product = runToEnd([join('api', 'src', 'main.ts')], { DEVELOPMENT_SERVERS: origins.join(',') });
// Neither goes on without the other.
servers.on('exit', (code) => {
  process.exitCode = code || 1;
  product.kill();
});
process.on('exit', () => servers.kill());
