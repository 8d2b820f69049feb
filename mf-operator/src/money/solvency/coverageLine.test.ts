import { expect, test } from '@jest/globals';
import { edgesOf, heightOf, pathsOf, placesUpTo } from './coverageLine.ts';

const today = '2026-03-09';
const figures = (day: string, lowest: number) => ({ day, lowest, last: lowest });
const paths = (...days: { day: string; lowest: number; last: number }[]) =>
  pathsOf(placesUpTo(today, days), edgesOf(days.map(({ lowest }) => lowest)));

test('thirty days have their places up to today, over the end of a month', () => {
  const places = placesUpTo(today, [figures('2026-02-28', 10_250)]);
  expect(places).toHaveLength(30);
  expect([places[0]?.day, places.at(-1)?.day]).toEqual(['2026-02-08', today]);
  expect(places.filter(({ figures: some }) => some).map(({ day }) => day)).toEqual(['2026-02-28']);
});

test('both marks are always in the picture, and the scale follows what is beyond them only so far', () => {
  expect(edgesOf([10_250])).toEqual({ from: 9_900, to: 10_400 });
  expect(edgesOf([9_850, 10_700])).toEqual({ from: 9_850, to: 10_700 });
  expect(edgesOf([-50, 400_000_000])).toEqual({ from: 9_000, to: 11_000 });
  expect([-50, 10_000, 400_000_000].map((value) => heightOf(value, { from: 9_000, to: 11_000 }))).toEqual([0, 0.5, 1]);
});

test('a gap stays a gap: no line leads over it', () => {
  expect(paths(figures('2026-03-05', 10_400), figures('2026-03-06', 9_900), figures(today, 10_150))).toEqual({
    lines: 'M258.62 0L268.97 100',
    points: 'M300 50h0',
  });
});

test('the first day is a point, and no day is nothing', () => {
  expect(paths(figures(today, 10_400))).toEqual({ lines: '', points: 'M300 0h0' });
  expect(paths()).toEqual({ lines: '', points: '' });
});
