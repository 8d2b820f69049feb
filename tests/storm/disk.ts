import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const size = '3G';

/** A small disk of its own, which is filled and emptied: a file that is mounted, where that is allowed. */
export class SmallDisk {
  readonly path: string;
  /** Why it is an ordinary folder, and never full. */
  readonly skipped: string | undefined;

  private constructor(path: string, skipped?: string) {
    this.path = path;
    this.skipped = skipped;
  }

  static open(folder: string): SmallDisk {
    const [path, image] = [join(folder, 'disk'), join(folder, 'disk.img')];
    mkdirSync(path, { recursive: true });
    if (isMounted(path)) return new SmallDisk(path);
    try {
      if (!existsSync(image)) {
        run('truncate', '-s', size, image);
        run('mkfs.ext4', '-q', '-m', '0', '-E', 'lazy_itable_init=1,lazy_journal_init=1', image);
      }
      run('mount', '-o', 'loop', image, path);
      return new SmallDisk(path);
    } catch (error) {
      rmSync(image, { force: true });
      return new SmallDisk(path, `no disk can be mounted here: ${String((error as Error).message).split('\n')[0]}`);
    }
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.path);
    const most = Math.floor((bavail * bsize) / 2 ** 20) - 2;
    if (most > 0) run('fallocate', '-l', `${most}MiB`, this.#ballast);
    const file = openSync(this.#ballast, 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(4096, 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    rmSync(this.#ballast, { force: true });
  }

  /** Its content stays in the folder. */
  close(): void {
    this.empty();
    // Lazily: the last process that has a file there may still be about to end.
    if (this.skipped === undefined) run('umount', '-l', this.path);
  }

  get #ballast(): string {
    return join(this.path, 'ballast');
  }
}

const run = (file: string, ...args: readonly string[]): string =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function isMounted(path: string): boolean {
  try {
    run('mountpoint', '-q', path);
    return true;
  } catch {
    return false;
  }
}
