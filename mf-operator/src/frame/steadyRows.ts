/** A list as it is shown while what it comes from goes on: no row moves, comes or goes by itself. */
export interface SteadyRows<Row> {
  /** In the order in which they were first shown, each as it is now, or was last. */
  readonly shown: readonly Row[];
  /** Rows that are there and not shown yet. */
  readonly news: number;
  /** Rows that are shown and belong here no longer. */
  readonly gone: number;
  /** Of how many pages the shown ones are. */
  readonly pages: number;
  /** Whether there was nothing below them: then whatever comes below is new, too, and not older rows that move up. */
  readonly complete: boolean;
}

/** What the server has of a list: its pages as far as they were asked for, and whether there are more. */
export interface FreshPages<Row> {
  readonly pages: readonly (readonly Row[])[];
  readonly hasMore: boolean;
}

/** All that is there, as it stands. */
export const showAll = <Row>({ pages, hasMore }: FreshPages<Row>): SteadyRows<Row> => ({
  shown: pages.flat(),
  news: 0,
  gone: 0,
  pages: pages.length,
  complete: !hasMore,
});

/**
 * Goes on from what is shown: rows change in their places, older ones that were asked for come below, and new ones are only
 * counted. Where nothing is shown, or nothing is left, no row can lose its place: then it shows what there is.
 */
export function steadied<Row>(
  before: SteadyRows<Row>,
  fresh: FreshPages<Row>,
  keyOf: (row: Row) => string,
): SteadyRows<Row> {
  const { pages, hasMore } = fresh;
  if (before.shown.length === 0 || pages.flat().length === 0) return showAll(fresh);
  const known = new Set(before.shown.map(keyOf));
  const isUnknown = (row: Row): boolean => !known.has(keyOf(row));
  const now = new Map(pages.flat().map((row) => [keyOf(row), row]));
  const shown = before.shown.map((row) => now.get(keyOf(row)) ?? row);
  const above = pages.slice(0, before.pages).flat();
  const added = pages.slice(before.pages).flat().filter(isUnknown);
  const lastKnown = above.findLastIndex((row) => !isUnknown(row));
  // Where some are gone, the next ones move up from below: those are not new.
  const movedUp = before.complete || lastKnown < 0 ? [] : above.slice(lastKnown + 1);
  const isMissing = (row: Row): boolean => !now.has(keyOf(row));
  // The last ones may only have moved on to a page that is not open.
  const end = hasMore ? shown.findLastIndex((row) => !isMissing(row)) + 1 : shown.length;
  return {
    shown: [...shown, ...movedUp, ...added],
    news: above.filter(isUnknown).length - movedUp.length,
    gone: shown.slice(0, end).filter(isMissing).length,
    pages: pages.length,
    complete: before.complete || !hasMore,
  };
}
