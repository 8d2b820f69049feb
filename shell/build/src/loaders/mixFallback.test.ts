import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import mixFallback from './mixFallback.ts';

test('what mixes colours comes after a colour that needs no mixing', () => {
  expect(mixFallback('.a { background: color-mix(in srgb, var(--primary) 6%, var(--surface)); }')).toBe(
    '.a { background: var(--surface); background: color-mix(in srgb, var(--primary) 6%, var(--surface)); }',
  );
  expect(mixFallback('.a { border-block: 1px solid color-mix(in srgb, red 90%, blue); color: red; }')).toBe(
    '.a { border-block: 1px solid red; border-block: 1px solid color-mix(in srgb, red 90%, blue); color: red; }',
  );
});

test('every mixture of the product has one', () => {
  const root = path.join(import.meta.dirname, '../../../..');
  for (const file of globSync(['shell/**/*.css', 'mf-*/src/**/*.css'], { cwd: root, exclude: ['**/dist/**'] })) {
    const css = readFileSync(path.join(root, file), 'utf8');
    const [mixed, after] = [css, mixFallback(css)].map((text) => text.split('color-mix(').length - 1);
    expect([file, after]).toEqual([file, mixed]);
    expect(mixFallback(css).split(';').length - css.split(';').length).toBe(mixed);
  }
});
