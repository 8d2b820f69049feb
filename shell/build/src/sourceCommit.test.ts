import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sourceCommit } from './sourceCommit.ts';

let root: string;
const folder = (name: string): string => path.join(root, name);
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(folder(name)), { recursive: true });
  writeFileSync(folder(name), text);
};
const commit = (): string => {
  git('add', '.');
  git('commit', '-q', '-m', 'step');
  return git('rev-parse', 'HEAD');
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'trellis-commit-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('is the last commit of the sources, not of what stands alongside them', () => {
  git('init', '-q');
  write('feature/a.ts', '1');
  write('contract/b.ts', '1');
  commit();
  write('contract/b.ts', '2');
  const last = commit();
  write('other/c.ts', '1');
  expect(commit()).not.toBe(last);
  expect(sourceCommit([folder('feature'), folder('contract')])).toBe(last);
});

test('is none for sources that are changed, ignored, or in no repository', () => {
  write('feature/a.ts', '1');
  expect(sourceCommit([folder('feature')])).toBeNull();
  git('init', '-q');
  write('.gitignore', 'copy/\n');
  write('contract/b.ts', '1');
  commit();
  write('copy/feature/a.ts', '1');
  expect(sourceCommit([folder('copy/feature'), folder('contract')])).toBeNull();
  write('contract/b.ts', '2');
  expect(sourceCommit([folder('feature'), folder('contract')])).toBeNull();
});
