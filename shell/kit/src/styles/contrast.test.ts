import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const kit = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(kit, file), 'utf8');

/** Every colour token as `#rrggbb`, in one of the two appearances. */
function tokens(appearance: 'light' | 'dark'): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [, name = '', light = '', dark = ''] of read('styles/tokens.css').matchAll(
    /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g,
  ))
    byName.set(name, appearance === 'light' ? light : dark);
  for (const [, name = '', colour = ''] of read('styles/tokens.css').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g))
    byName.set(name, colour);
  return byName;
}

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const grounds = ['bg', 'surface', 'sunken', 'product'];
const tones = ['primary', 'positive', 'negative', 'warning', 'locked'];

describe.each(['light', 'dark'] as const)('in the %s', (appearance) => {
  const colours = tokens(appearance);
  const colourOf = (name: string): string => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`no colour token is called ${name}`);
    return colour;
  };

  test.each(grounds)('every text is read on %s', (ground) => {
    expect(contrast(colourOf('text'), colourOf(ground))).toBeGreaterThanOrEqual(7);
    for (const text of ['text-2', 'text-3', ...tones])
      expect([text, contrast(colourOf(text), colourOf(ground)) >= 4.5]).toEqual([text, true]);
  });

  test.each(tones)('%s is read on its soft ground', (tone) => {
    expect(contrast(colourOf(tone), colourOf(`${tone}-soft`))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colourOf('text'), colourOf(`${tone}-soft`))).toBeGreaterThanOrEqual(7);
  });

  test('buttons, chips and the edges of fields', () => {
    expect(contrast(colourOf('on-primary'), colourOf('primary'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colourOf('text-2'), colourOf('neutral-soft'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colourOf('control'), colourOf('surface'))).toBeGreaterThanOrEqual(3);
    expect(contrast(colourOf('control'), colourOf('bg'))).toBeGreaterThanOrEqual(3);
  });

  test('ink is read on its brightest point and on its darkest', () => {
    for (const ground of ['ink', 'ink-2', 'ink-3']) {
      for (const text of ['on-ink', 'on-ink-2'])
        expect([ground, text, contrast(colourOf(text), colourOf(ground)) >= 4.5]).toEqual([ground, text, true]);
      // Signs alongside a text, no text of their own.
      for (const sign of ['on-ink-positive', 'on-ink-warning'])
        expect([ground, sign, contrast(colourOf(sign), colourOf(ground)) >= 3]).toEqual([ground, sign, true]);
    }
    expect(contrast(colourOf('ink-2'), colourOf('on-ink'))).toBeGreaterThanOrEqual(7);
  });
});

test('the letter of a person and of a coin is read on its disc', () => {
  const both = String.raw`light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`;
  const persons = read('mark/Person.module.css').matchAll(new RegExp(`background: ${both};\\s+color: ${both};`, 'g'));
  const pairs = [...persons].flatMap(([, light = '', dark = '', letter = '', lightLetter = '']) => [
    [light, letter] as const,
    [dark, lightLetter] as const,
  ]);
  const discs = [...read('mark/Coin.tsx').matchAll(/\['(#[0-9a-f]{6})', '/g)].map(
    ([, disc = '']) => [disc, '#ffffff'] as const,
  );
  expect([pairs.length, discs.length]).toEqual([12, 7]);
  for (const [ground, letter] of [...pairs, ...discs])
    expect([ground, contrast(ground, letter) >= 4.5]).toEqual([ground, true]);
});
