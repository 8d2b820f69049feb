import { isWhole, partOf, randomOf } from '../../api/src/testing/index.ts';

/**
 * As few cells of a matrix as it takes until each value of each side has occurred, or all of them.
 * @param name of the matrix: each has a part of its own
 * @param sides what a cell stands for, such as its feature and its fault
 */
export function someOf<Cell>(
  name: string,
  cells: readonly Cell[],
  ...sides: readonly ((cell: Cell) => unknown)[]
): readonly Cell[] {
  if (isWhole) return cells;
  const missing = new Set(cells.flatMap((cell) => valuesOf(cell, sides)));
  const left = randomOf(name).shuffle(cells);
  const chosen = new Set<Cell>();
  while (missing.size > 0) {
    const news = (cell: Cell): number => valuesOf(cell, sides).filter((value) => missing.has(value)).length;
    const most = Math.max(...left.map(news));
    const next = left.find((cell) => news(cell) === most);
    if (next === undefined) break;
    chosen.add(next);
    for (const value of valuesOf(next, sides)) missing.delete(value);
  }
  return cells.filter((cell) => chosen.has(cell));
}

/**
 * One cell of a journey that is the same for all of them but for who reads, or all of them. What the screens say in each
 * language, and whether it has room, is looked at screen by screen (accessibility), and a missing text fails the build.
 */
export const oneOf = <Cell>(name: string, cells: readonly Cell[]): readonly Cell[] =>
  isWhole ? cells : [randomOf(name).pick(cells)];

/** Half of them, or all. @param name of what they are: each has a part of its own */
export const halfOf = <Cell>(name: string, cells: readonly Cell[]): readonly Cell[] =>
  partOf(name, Math.ceil(cells.length / 2), cells);

/** The cells of a journey that is one among some of one place, of which one has its turn with each commit; or all of them. */
export const turnOf = <Cell>(name: string, among: readonly string[], cells: readonly Cell[]): readonly Cell[] =>
  isWhole || randomOf(among.join(' ')).pick(among) === name ? cells : [];

const placesOfRoles = ['members', 'releases', 'operators', 'withdrawals', 'deposits'] as const;

/** Once where a place of the console has its turn to be looked at by those who may not act there; otherwise never. */
export const whoMayNot = (place: (typeof placesOfRoles)[number]): readonly true[] =>
  turnOf(place, placesOfRoles, [true]);

const valuesOf = <Cell>(cell: Cell, sides: readonly ((cell: Cell) => unknown)[]): string[] =>
  sides.map((side, row) => `${row}: ${side(cell)}`);
