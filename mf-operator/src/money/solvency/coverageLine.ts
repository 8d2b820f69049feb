import { type Day, dayAfter } from '@trellis/api-contract';
import { coverageDaysShown, coverageMarks } from '@trellis/api-contract/operator';
import type { Solvency } from '../../api.ts';

type Figures = Solvency['byDay']['days'][number];

export interface Place {
  readonly day: Day;
  /** Without them the day is a gap. */
  readonly figures: Figures | undefined;
}

/** Every day up to today has its place, also where nothing was measured. */
export function placesUpTo(today: Day, days: readonly Figures[]): Place[] {
  const known = new Map(days.map((figures) => [figures.day, figures]));
  return Array.from({ length: coverageDaysShown }, (_, index) => {
    const day = dayAfter(today, index + 1 - coverageDaysShown);
    return { day, figures: known.get(day) };
  });
}

/** Hundredths of a percent at the lower and the upper edge of the picture. */
export interface Edges {
  readonly from: number;
  readonly to: number;
}

/** What a picture shows at least: room around both marks. */
const least: Edges = { from: coverageMarks.short - 100, to: coverageMarks.low + 200 };
/** What it shows at most: with more in it, nobody would see the two marks apart. */
export const outermost: Edges = { from: coverageMarks.short - 1_000, to: coverageMarks.short + 1_000 };

export const edgesOf = (values: readonly number[]): Edges => ({
  from: Math.max(outermost.from, Math.min(least.from, ...values)),
  to: Math.min(outermost.to, Math.max(least.to, ...values)),
});

export const isBeyond = (value: number): boolean => value < outermost.from || value > outermost.to;

/** From the lower edge, 0 to 1; what lies beyond an edge is at it. */
export const heightOf = (value: number, { from, to }: Edges): number =>
  (Math.min(to, Math.max(from, value)) - from) / (to - from);

/** The grid that the line is drawn on, before it is stretched to its place. */
export const grid = { width: 300, height: 100 } as const;

/** From the left, 0 to 1; today is the right edge. */
export const offsetOf = (index: number): number => index / (coverageDaysShown - 1);

/** Lines from day to day, each of which ends at a gap; and the days that stand between two gaps, as points. */
export function pathsOf(places: readonly Place[], edges: Edges): { readonly lines: string; readonly points: string } {
  const round = (value: number): number => Math.round(value * 100) / 100;
  let [lines, points] = ['', ''];
  for (const [index, { figures }] of places.entries()) {
    if (!figures) continue;
    const x = round(offsetOf(index) * grid.width);
    const y = round((1 - heightOf(figures.lowest, edges)) * grid.height);
    const [before, after] = [places[index - 1]?.figures, places[index + 1]?.figures];
    if (before || after) lines += `${before ? 'L' : 'M'}${x} ${y}`;
    else points += `M${x} ${y}h0`;
  }
  return { lines, points };
}
