import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './product.ts';

/** A copy of a feature's workspace, served alone on a page of its own, as `npm run dev -w mf-team` does. */
export interface AloneFeature {
  readonly origin: string;
  /** All that stands in the terminal. */
  readonly output: () => string;
  readonly isRunning: () => boolean;
  /** Saves a source of the copy. */
  edit(file: string, change: (source: string) => string): void;
  stop(): void;
}

/** @param apiOrigin the running product that it calls */
export function serveAlone(workspace: string, port: number, apiOrigin: string): AloneFeature {
  // Inside the project, where its packages are found.
  const folder = join(projectRoot, '.data', `${workspace}-${port}`);
  cpSync(join(projectRoot, workspace), folder, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  const child: ChildProcess = spawn(
    process.execPath,
    [
      join(projectRoot, 'node_modules/webpack-cli/bin/cli.js'),
      ...['serve', '--config', 'webpack.config.ts', '--mode', 'development', '--port', String(port)],
    ],
    { cwd: folder, env: { ...process.env, API_ORIGIN: apiOrigin, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    origin: `http://localhost:${port}`,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    edit(file, change) {
      const path = join(folder, file);
      writeFileSync(path, change(readFileSync(path, 'utf8')));
    },
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
