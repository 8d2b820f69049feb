import { expect, test } from '@jest/globals';
import { referenceText } from './reference.ts';

const id = '01936f3e-7c1a-7b52-9d11-4a6c0f2e9b37';

test('a reference is three groups of four that nobody mistakes when they are read out', () => {
  expect(referenceText(id)).toMatch(/^(?:[2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$/);
  expect(referenceText(id)).toBe(referenceText(id.toUpperCase()));
});

test('ids of the same moment have references that differ', () => {
  const ids = Array.from(
    { length: 5_000 },
    (_, index) => id.slice(0, -5) + (index * 7 + 4096).toString(16).padStart(5, '0'),
  );
  expect(new Set(ids.map(referenceText)).size).toBe(ids.length);
});

test('the least and the greatest id fit', () => {
  for (const end of ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'])
    expect(referenceText(end)).toHaveLength(14);
});
