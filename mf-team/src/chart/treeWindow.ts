import { minorOf, money, type Output } from '@trellis/api-contract';

export type TeamWindow = Output<'getTeamWindow'>;
export type TeamNode = TeamWindow['nodes'][number];
export type Side = TeamNode['side'];

/** Levels of a window: the focus and three below it. */
const depth = 4;

/** One place of the picture, whether somebody stands there or not. */
export type Place =
  | { readonly kind: 'member'; readonly position: string; readonly node: TeamNode }
  /** Below a member, and free: an invitation can fill it. */
  | { readonly kind: 'open'; readonly position: string }
  /** Below a place where nobody stands. */
  | { readonly kind: 'none'; readonly position: string };

/** Every place of the window, level by level, from left to right: 1, 2, 4 and 8 of them. */
export function placesByLevel(window: TeamWindow): Place[][] {
  const byPosition = new Map(window.nodes.map((node) => [node.position, node]));
  const place = (position: string): Place => {
    const node = byPosition.get(position);
    if (node) return { kind: 'member', position, node };
    return { kind: byPosition.has(position.slice(0, -1)) ? 'open' : 'none', position };
  };
  return Array.from({ length: depth }, (_, level) => positionsAt(level).map(place));
}

/** `''`, then `L R`, then `LL LR RL RR` and so on. */
function positionsAt(level: number): string[] {
  return Array.from({ length: 2 ** level }, (_, index) =>
    index.toString(2).padStart(level, '0').slice(-level).replaceAll('0', 'L').replaceAll('1', 'R'),
  ).map((position) => (level === 0 ? '' : position));
}

export const focusOf = (window: TeamWindow): TeamNode | undefined =>
  window.nodes.find((node) => node.id === window.focus);

export const peopleBelow = ({ people }: TeamNode): number => people.left + people.right;

/** Total performance: both sides together, without what a node bought itself. */
export const performanceOf = ({ sales: { left, right } }: TeamNode): TeamNode['sales']['left'] =>
  money(minorOf(left) + minorOf(right), 'USD');

/** Where each button of the chart leads; `undefined` where there is nowhere to go. */
export interface Moves {
  readonly up: string | undefined;
  readonly down: string | undefined;
  readonly leftmost: string | undefined;
  readonly rightmost: string | undefined;
  readonly reset: string | undefined;
}

/**
 * Up stops at the viewer's own place. Down goes to the left member, or to the right one if there is no left. Leftmost
 * and rightmost go to the very end of the outer leg, however deep.
 */
export function movesOf(window: TeamWindow): Moves {
  const atOwn = window.focus === window.own;
  const child = (side: 'L' | 'R') => window.nodes.find((node) => node.position === side)?.id;
  return {
    up: atOwn ? undefined : (focusOf(window)?.parentId ?? undefined),
    down: child('L') ?? child('R'),
    leftmost: window.ends.left ?? undefined,
    rightmost: window.ends.right ?? undefined,
    reset: atOwn ? undefined : window.own,
  };
}

/** The side of the own team that a place belongs to; the own place itself belongs to none. */
export const sideOfPlace = (position: string, fallback: Side): Side =>
  position.startsWith('L') ? 'left' : position.startsWith('R') ? 'right' : fallback;
