import { expect, test } from '@jest/globals';
import { waysBack } from './waysBack.ts';

const stored = ['1', '2', '3', '4'];

test('one step back comes first, then the latest, and what is live is no way', () => {
  expect(waysBack({ back: '1', stable: '3', candidate: null, floor: null, stored, tried: stored })).toEqual([
    '1',
    '4',
    '2',
  ]);
});

test('what was never live is no way back', () => {
  const tried = ['1', '3'];
  expect(waysBack({ back: '1', stable: '3', candidate: null, floor: null, stored, tried })).toEqual(['1']);
  expect(waysBack({ back: null, stable: '3', candidate: null, floor: null, stored, tried: ['3'] })).toEqual([]);
});

test('from a roll-out the step leads to what is live', () => {
  const candidate = { release: '4', share: 100 };
  expect(waysBack({ back: '3', stable: '3', candidate, floor: null, stored, tried: stored })).toEqual(['3', '2', '1']);
});

test('nothing below the floor is offered, and without a step back what is kept is', () => {
  expect(waysBack({ back: null, stable: '3', candidate: null, floor: '2', stored, tried: stored })).toEqual(['4', '2']);
  expect(waysBack({ back: null, stable: '1', candidate: null, floor: null, stored: ['1'], tried: ['1'] })).toEqual([]);
});
