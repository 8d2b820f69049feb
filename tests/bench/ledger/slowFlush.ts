import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs work whose Postgres flushes slowly. @returns `undefined` where there is no compiler for the shim: that part is
 * then left out, and said so
 */
export async function withSlowFlush<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-slow-flush-'));
  chmodSync(folder, 0o755);
  const library = join(folder, 'slowFlush.so');
  const compiled = spawnSync('cc', [
    '-shared',
    '-fPIC',
    '-o',
    library,
    join(import.meta.dirname, 'slowFlush.c'),
    '-ldl',
  ]);
  if (compiled.status !== 0) {
    process.stderr.write('no C compiler: the run with slow flushes is left out\n');
    return undefined;
  }
  process.env.LD_PRELOAD = library;
  try {
    return await work();
  } finally {
    delete process.env.LD_PRELOAD;
    rmSync(folder, { recursive: true, force: true });
  }
}
