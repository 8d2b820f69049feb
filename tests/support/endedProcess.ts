import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './product.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of the project, such as `api/src/main.ts`, until it ends by itself. */
export function runToEnd(script: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, [join(projectRoot, script)], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development', ...env },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}
