/** A point on a grid of 96 by 96. */
export type Point = readonly [x: number, y: number];

/** One flat face of a stone. `ring`: 0 girdle, 1 crown, 2 stars, 3 table; each ring takes the light in its own way. */
export interface Facet {
  readonly ring: 0 | 1 | 2 | 3;
  readonly points: readonly Point[];
}

/** Draws numbers in [0, 1) one after the other; the same seed gives the same ones on every machine. */
export type Draw = () => number;

interface Shape {
  /** Main facets around the stone. */
  readonly mains: number;
  /** Half its width and height. */
  readonly x: number;
  readonly y: number;
  /** How far its first facet is turned, in turns. */
  readonly turn: number;
  readonly lift?: number;
  /** Deep, base and light colour. */
  readonly ramp: readonly [string, string, string];
}

interface StepCut extends Shape {
  readonly cut: 'step';
  /** Size of the cut corners of an oblong. */
  readonly corner?: number;
}

interface BrilliantCut extends Shape {
  readonly cut: 'brilliant';
  /** How far the sides bulge. */
  readonly flat: number;
  /** How much the top narrows, as a drop's does. */
  readonly pear?: number;
}

/** The eight levels of packages and the stone of each. */
export const stones = {
  clear: { cut: 'step', mains: 4, x: 31, y: 42, turn: 0, ramp: ['#5b7290', '#a9bdd6', '#eef4fb'] },
  bronze: {
    cut: 'brilliant',
    mains: 3,
    x: 44,
    y: 44,
    turn: 0.5,
    lift: -8,
    flat: 0.74,
    ramp: ['#5c3517', '#b9793f', '#f6d3a8'],
  },
  silver: {
    cut: 'brilliant',
    mains: 4,
    x: 47,
    y: 47,
    turn: 0.125,
    flat: 0.72,
    ramp: ['#414c5d', '#8d9cb1', '#edf2f8'],
  },
  gold: { cut: 'step', mains: 6, x: 42, y: 42, turn: 0.25, ramp: ['#6b4a00', '#d9a514', '#fff0b0'] },
  ruby: { cut: 'brilliant', mains: 6, x: 44, y: 37, turn: 0, flat: 0.97, ramp: ['#5a0620', '#cf1747', '#ffa9bd'] },
  sapphire: {
    cut: 'brilliant',
    mains: 8,
    x: 36,
    y: 42,
    turn: 0.25,
    pear: 0.42,
    flat: 1,
    ramp: ['#0a1f66', '#2458e0', '#b3caff'],
  },
  emerald: { cut: 'step', mains: 8, x: 33, y: 43, turn: 0, corner: 13, ramp: ['#03392a', '#0c8a5b', '#a9f0cf'] },
  diamond: {
    cut: 'brilliant',
    mains: 8,
    x: 42,
    y: 42,
    turn: 0.0625,
    flat: 1,
    ramp: ['#2d6f93', '#7cc8e6', '#f4fdff'],
  },
} as const satisfies Record<string, StepCut | BrilliantCut>;

export type GemLevel = keyof typeof stones;
export const gemLevels = Object.keys(stones) as readonly GemLevel[];

/** The stone of a level; of one that came after this release, the plainest. */
export const stoneOf = (level: string): GemLevel => gemLevels.find((stone) => stone === level.toLowerCase()) ?? 'clear';

/** Every facet of a level's stone; `draw` sets where the light of its table meets. */
export function facetsOf(level: GemLevel, draw: Draw): readonly Facet[] {
  const stone: StepCut | BrilliantCut = stones[level];
  const heart: Point = [44 + draw() * 8, 42 + draw() * 10 + (stone.lift ?? 0)];
  return stone.cut === 'step' ? stepFacets(stone, heart) : brilliantFacets(stone, heart);
}

/** Parallel steps from the girdle to the table. */
function stepFacets(stone: StepCut, heart: Point): readonly Facet[] {
  const { mains } = stone;
  const corner = stone.corner === undefined ? (i: number, r: number) => around(stone, i / mains, r) : oblong(stone);
  const rings = mains === 4 ? [1, 0.72, 0.4] : [1, 0.78, 0.54];
  const facets: Facet[] = [];
  for (const ring of [0, 1] as const) {
    const [outer = 1, inner = 1] = rings.slice(ring);
    for (let i = 0; i < mains; i++)
      facets.push({ ring, points: [corner(i, outer), corner(i + 1, outer), corner(i + 1, inner), corner(i, inner)] });
  }
  const table = rings[2] ?? 1;
  for (let i = 0; i < mains; i++) facets.push({ ring: 3, points: [corner(i, table), corner(i + 1, table), heart] });
  return facets;
}

/** Kites and stars around a table, as a round brilliant has them. */
function brilliantFacets(stone: BrilliantCut, heart: Point): readonly Facet[] {
  const { mains, flat } = stone;
  const [table, middle] = [0.52, 0.76];
  const at = (turn: number, radius: number) => around(stone, turn, radius);
  const facets: Facet[] = [];
  for (let i = 0; i < mains; i++) {
    const [before, here, half, next] = [(i - 0.5) / mains, i / mains, (i + 0.5) / mains, (i + 1) / mains];
    const [t0, t1, tm] = [at(here, table), at(next, table), at(half, table * (mains < 5 ? 0.8 : 0.94))];
    const [m0, m1] = [at(before, middle * flat), at(half, middle * flat)];
    const [o0, o1, om] = [at(here, 1), at(next, 1), at(half, flat)];
    facets.push(
      { ring: 1, points: [t0, m1, o0, m0] },
      { ring: 2, points: [t0, tm, t1, m1] },
      { ring: 0, points: [m1, o0, om] },
      { ring: 0, points: [m1, om, o1] },
      { ring: 3, points: [t0, tm, heart] },
      { ring: 3, points: [tm, t1, heart] },
    );
  }
  return facets;
}

function around(stone: StepCut | BrilliantCut, turn: number, radius: number): Point {
  const angle = (turn + stone.turn) * Math.PI * 2 - Math.PI / 2;
  const narrowing = stone.cut === 'brilliant' && stone.pear ? 1 + stone.pear * (Math.sin(angle) - 0.25) * 0.75 : 1;
  return [
    48 + Math.cos(angle) * stone.x * radius * narrowing,
    48 + (Math.sin(angle) * stone.y * radius + (stone.lift ?? 0)),
  ];
}

function oblong({ x, y, corner = 0, mains }: StepCut): (i: number, radius: number) => Point {
  const points: readonly Point[] = [
    [x - corner, -y],
    [x, corner - y],
    [x, y - corner],
    [x - corner, y],
    [corner - x, y],
    [-x, y - corner],
    [-x, corner - y],
    [corner - x, -y],
  ];
  return (i, radius) => {
    const [px, py] = points[i % mains] ?? [0, 0];
    return [48 + px * radius, 48 + py * radius];
  };
}
