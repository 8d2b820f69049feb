/**
 * `npm run dev [-- mf-team ...]`: the product with hot reload. The shell and the named features (or all) come from
 * development servers, the rest as it was built.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { answerHelp, build, builtFolders, install, projectEnv, projectNode, projectRoot, runToEnd } from './setup.mjs';

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
const servers = spawn(projectNode, [join('shell', 'build', 'src', 'serve.ts'), ...named], {
  cwd: projectRoot,
  env: projectEnv,
  stdio: ['ignore', 'inherit', 'inherit'],
});
servers.on('exit', (code) => {
  if (code) process.exit(code);
});
process.on('exit', () => servers.kill());
runToEnd([join('api', 'src', 'main.ts')], { DEVELOPMENT_SERVERS: origins.join(',') });
