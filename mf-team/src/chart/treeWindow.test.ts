import { expect, test } from '@jest/globals';
import { movesOf, peopleBelow, placesByLevel, sideOfPlace, type TeamNode, type TeamWindow } from './treeWindow.ts';

/** A window whose nodes are named by their position; the focus is `demo`. */
function windowOf(positions: readonly string[], focusIsOwn = true): TeamWindow {
  const id = (position: string) => (position === '' ? 'demo' : position);
  const zero = { amount: '0.00', unit: 'USD' } as const;
  const node = (position: string): TeamNode => ({
    id: id(position),
    parentId: position === '' ? (focusIsOwn ? null : 'above') : id(position.slice(0, -1)),
    side: position.endsWith('R') ? 'right' : 'left',
    level: position.length,
    username: id(position),
    position,
    people: { left: 2, right: 1 },
    sales: { left: zero, right: zero },
  });
  const end = (side: 'L' | 'R') => (positions.includes(side) ? `the end of ${side}` : null);
  const ends = { left: end('L'), right: end('R') };
  return {
    focus: 'demo',
    own: focusIsOwn ? 'demo' : 'me',
    nodes: positions.map(node),
    ends,
    asOf: '2026-03-09T15:04:00.000Z',
  };
}

const drawn = (window: TeamWindow) =>
  placesByLevel(window).map((places) =>
    places.map(({ kind }) => ({ member: '●', open: '+', none: '.' })[kind]).join(''),
  );

test('a member alone has two open places, and nothing below them', () => {
  expect(drawn(windowOf(['']))).toEqual(['●', '++', '....', '........']);
});

test('a leg on the left only', () => {
  expect(drawn(windowOf(['', 'L', 'LL', 'LLL']))).toEqual(['●', '●+', '●+..', '●+......']);
});

test('places stand from left to right under their parents', () => {
  expect(drawn(windowOf(['', 'L', 'R', 'LR', 'RL', 'LRL', 'RLR']))).toEqual(['●', '●●', '+●●+', '..●++●..']);
});

test('at the own place there is no way up, and nothing to reset', () => {
  expect(movesOf(windowOf(['', 'L', 'R']))).toEqual({
    up: undefined,
    down: 'L',
    leftmost: 'the end of L',
    rightmost: 'the end of R',
    reset: undefined,
  });
});

test('below it, up leads to the parent and reset to the own place', () => {
  expect(movesOf(windowOf([''], false))).toMatchObject({ up: 'above', down: undefined, reset: 'me' });
});

test('leftmost and rightmost lead to the end of the outer leg, also below what is shown', () => {
  const window = windowOf(['', 'L', 'R', 'LL', 'LR', 'LLL', 'RR']);
  expect(movesOf(window)).toMatchObject({ leftmost: 'the end of L', rightmost: 'the end of R' });
});

test('without a left member, down leads to the right one', () => {
  expect(movesOf(windowOf(['', 'R']))).toMatchObject({ down: 'R', leftmost: undefined });
});

test('people below are those of both sides', () => {
  const [node] = windowOf(['']).nodes;
  expect(node && peopleBelow(node)).toBe(3);
});

test.each([
  ['LRL', 'left'],
  ['RL', 'right'],
  ['', 'right'],
] as const)('the place %p invites to the %s side', (position, side) => {
  expect(sideOfPlace(position, 'right')).toBe(side);
});
