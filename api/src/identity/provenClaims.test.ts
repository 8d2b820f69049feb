import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const [, table = ''] = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').split('### OWASP ASVS 5.0');
/** Of each row the requirements and what proves them. */
const rows = table
  .split('\n')
  .filter((line) => /^\| [0-9]/.test(line))
  .map((line) => line.split(' | '))
  .map(([ids = '', , proofs = '']) => ({ ids: ids.slice(2), proofs: proofs.match(/[\w.]+\.test\.tsx?/g) ?? [] }));
const tests = new Set(
  globSync('**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules', '**/dist'] }).map((path) => basename(path)),
);

test('the table of what is proven has rows, and reads as they are written', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)('$ids is proven by tests that there are', ({ proofs }) => {
  expect(proofs).not.toEqual([]);
  expect(proofs.filter((name) => !tests.has(name))).toEqual([]);
});

test('no requirement is claimed by a row and called unmet below it', () => {
  const [, unmet = ''] = table.split('**Not met, and why**');
  const [reasons = ''] = unmet.split('**Whoever runs it');
  const claimed = rows.flatMap(({ ids }) => ids.match(/[0-9]+\.[0-9]+\.[0-9]+/g) ?? []);
  const denied = [...reasons.matchAll(/\*\*([0-9., –()a-z]+)\*\*/g)].flatMap(
    ([, ids = '']) => ids.match(/[0-9]+\.[0-9]+\.[0-9]+/g) ?? [],
  );
  expect(denied.length).toBeGreaterThan(10);
  // In part: for members and not for operators, or but for the one thing that is said.
  const inPart = ['6.2.2', '14.3.1', '7.5.2'];
  expect(claimed.filter((id) => denied.includes(id) && !inPart.includes(id))).toEqual([]);
});
