import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectRoot } from '../support/product.ts';
import type { Mutant } from './mutant.ts';

const copied = ['api', 'tests', 'package.json', 'tsconfig.base.json'];
/** What builds and runs leave behind. */
const leftOut = new Set(['node_modules', 'dist', '.data', 'test-results']);

/** A copy of what money's tests need, to be spoiled and mended; the project itself is never touched. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'trellis-mutants-'));

  constructor() {
    for (const name of copied)
      cpSync(join(projectRoot, name), join(this.folder, name), {
        recursive: true,
        filter: (source) => !leftOut.has(basename(source)),
      });
    // A workspace has its own where the version in the root is another.
    for (const name of ['', 'api', 'tests']) {
      const modules = join(projectRoot, name, 'node_modules');
      if (existsSync(modules)) symlinkSync(modules, join(this.folder, name, 'node_modules'));
    }
  }

  /** Runs work while the mutant's file is spoiled. @throws Error if what is to be changed does not stand there once */
  async spoiled<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
    const path = join(this.folder, mutant.file);
    const sound = readFileSync(path, 'utf8');
    writeFileSync(path, spoil(sound, mutant));
    try {
      return await work();
    } finally {
      writeFileSync(path, sound);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @throws Error if what is to be changed does not stand in the source exactly once */
export function spoil(source: string, { name, file, edits }: Mutant): string {
  let text = source;
  for (const { find, replace } of edits) {
    const parts = text.split(find);
    if (parts.length !== 2) throw new Error(`"${name}" no longer fits: ${file} has ${parts.length - 1} times: ${find}`);
    text = parts.join(replace);
  }
  return text;
}
