import { expect, test } from '@jest/globals';
import { clampZoom, detailOf, nextZoom } from './zoom.ts';

test.each([
  // zoom, what is seen, one step in, one step out
  [0.6, 'far', 0.8, undefined],
  [0.79, 'far', 0.8, 0.6],
  [0.8, undefined, 1, 0.6],
  [1, undefined, 1.3, 0.8],
  [1.2, undefined, 1.3, 1],
  [1.21, 'near', 1.3, 1],
  [1.6, 'near', undefined, 1.3],
] as const)('at %f the chart shows %s', (zoom, detail, inwards, outwards) => {
  expect([detailOf(zoom), nextZoom(zoom, 'in'), nextZoom(zoom, 'out')]).toEqual([detail, inwards, outwards]);
});

test('fingers go no further than the buttons', () => {
  expect([0.1, 0.834, 9].map(clampZoom)).toEqual([0.6, 0.83, 1.6]);
});
