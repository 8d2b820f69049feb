import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { gemLevels } from './cuts.ts';
import { gemPaths } from './gemPaths.ts';

const markup = (...stone: Parameters<typeof gemPaths>): string =>
  gemPaths(...stone)
    .map(({ colour, d }) => `<path fill="${colour}" stroke="${colour}" d="${d}"/>`)
    .join('');

/** What the design's own drawing gives: a certificate that was drawn once looks the same for ever. */
test.each([
  ['clear', 128, '3453a84360372bca'],
  ['bronze', 128, '833874cbd3ef5c24'],
  ['silver', 128, '93191e140c715d48'],
  ['gold', 128, '95d3acab7888649c'],
  ['ruby', 128, '3d1e036eaf1c6a42'],
  ['sapphire', 128, 'df62d052a1d37362'],
  ['emerald', 128, 'cbf9e3a3dc3e5c02'],
  ['diamond', 128, '4283fc9016715713'],
] as const)('%s #%i is always the same stone', (level, serial, digest) => {
  expect(createHash('sha256').update(markup(level, serial)).digest('hex').slice(0, 16)).toBe(digest);
});

test('no two serials have the same stone, and every stone stays on its grid', () => {
  for (const level of gemLevels) {
    const stones = Array.from({ length: 200 }, (_, serial) => markup(level, serial + 1));
    expect(new Set(stones).size).toBe(stones.length);
    for (const stone of stones) {
      expect(stone.length).toBeLessThan(2_100);
      const coordinates = [...stone.matchAll(/-?\d+(?:\.\d+)?(?=[ LzM]|$)/g)].map(Number);
      const onGrid = coordinates.filter((value) => value >= 0 && value <= 96);
      expect(onGrid.length).toBe(coordinates.length);
    }
  }
});

test('the page for visitors, which has no script, shows the same stones', () => {
  const file = path.join(import.meta.dirname, '../../../../api/src/delivery/web/stones.json');
  const drawn = JSON.parse(readFileSync(file, 'utf8')) as Record<'emerald' | 'gold' | 'sapphire', string>;
  expect(drawn).toEqual({ emerald: markup('emerald', 1), gold: markup('gold', 1), sapphire: markup('sapphire', 1) });
});

test('log-in and its neighbours have the stone of that page on a wide window, without a script', () => {
  const file = path.join(import.meta.dirname, '../frame/Screen.module.css');
  const [, svg = ''] = /url\("data:image\/svg\+xml,([^"]*)"\)/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(decodeURIComponent(svg).replaceAll("'", '"')).toContain(markup('gold', 1));
});
