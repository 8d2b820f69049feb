import { type Draw, facetsOf, type GemLevel, gemLevels, stones } from './cuts.ts';

/** All facets of one tone, as one path. */
export interface GemPath {
  readonly colour: string;
  readonly d: string;
}

/** Tones from deep to light. */
const tones = 8;
/** How bright each ring is before the light falls on it. */
const brightness = { 0: 0.42, 1: 0.5, 2: 0.62, 3: 0.56 } as const;

/**
 * The stone of a level, a little different for each serial: where the light comes from, the heart of its table, a small
 * variance of every facet. The same two values always give the same paths.
 */
export function gemPaths(level: GemLevel, serial: number): readonly GemPath[] {
  const draw = seeded(gemLevels.indexOf(level) * 1_000_003 + serial);
  const light = -2.2 + (draw() - 0.5) * 0.7;
  const paths = new Map<number, string>();
  for (const { ring, points } of facetsOf(level, draw)) {
    const centre = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length - 48;
    // The table reflects against the light, which is what makes it look cut.
    const facing = Math.cos(Math.atan2(centre(1), centre(0)) - light) * (ring === 3 ? -1 : 1);
    const variance = (draw() - 0.5) * (ring === 3 ? 0.42 : 0.2);
    const tone = Math.round(Math.max(0, Math.min(1, brightness[ring] + facing * 0.34 + variance)) * tones);
    const corners = points.map((point) => point.map((value) => Math.round(value * 10) / 10).join(' '));
    paths.set(tone, `${paths.get(tone) ?? ''}M${corners.join('L')}z`);
  }
  const { ramp } = stones[level];
  return [...paths].sort(([a], [b]) => a - b).map(([tone, d]) => ({ colour: toneOf(ramp, tone / tones), d }));
}

/** Numbers in [0, 1) one after the other. Mulberry32: small, and the same in every engine because it is integers alone. */
export function seeded(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Ramp = (typeof stones)[GemLevel]['ramp'];

const toneOf = ([deep, base, light]: Ramp, share: number): string =>
  share < 0.5 ? mixed(deep, base, share * 2) : mixed(base, light, share * 2 - 1);

const mixed = (from: string, to: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
      return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
