import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { removeOlderReleases } from './olderReleases.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'trellis-dist-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function folder(name: string, { release }: { release: boolean }): string {
  const made = path.join(root, name);
  mkdirSync(made, { recursive: true });
  writeFileSync(path.join(made, release ? 'release.json' : 'notes.txt'), '');
  return made;
}

test('of the releases in dist only the new one stays, and what is no release stays too', () => {
  const older = folder('dist/1', { release: true });
  const newer = folder('dist/2', { release: true });
  const other = folder('dist/other', { release: false });
  removeOlderReleases(newer);
  expect([older, newer, other].map(existsSync)).toEqual([false, true, true]);
});

test('an output that is not in a dist removes nothing alongside it', () => {
  const neighbour = folder('neighbour', { release: true });
  removeOlderReleases(folder('output', { release: true }));
  expect(existsSync(neighbour)).toBe(true);
});
