import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A whole run of tests has a folder of its own there (tests/bin/testRun.mjs), which goes with whatever it left behind. */
const memoryDisk = join('/dev/shm', process.env.TESTS_RUN ?? '');
/** What must be free there, and in the machine. */
const roomBytes = 3 * 2 ** 30;
const memoryBytes = 6 * 2 ** 30;

/**
 * A new folder for what a test leaves behind: in memory where there is plenty, else among the temporary files. Postgres
 * is the same in both, and waits for its disk at every commit; no test cuts the power.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(hasRoomInMemory() ? memoryDisk : tmpdir(), prefix));
}

function hasRoomInMemory(): boolean {
  if (!existsSync(memoryDisk) || process.availableMemory() < memoryBytes) return false;
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize > roomBytes;
}
