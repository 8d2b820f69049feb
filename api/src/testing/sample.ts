import { Random } from './random.ts';

/**
 * `npm test` goes through a part of what is long, another one for every commit; with `TESTS=all` a run goes through all
 * of it. `SEED` repeats one.
 */
export const isComplete = process.env.TESTS === 'all';
const seed = Number(process.env.SEED ?? process.env.TESTS_SEED ?? 20_261);

/** Numbers for the part of one matrix. @param name of the matrix: each has a part of its own */
export const randomOf = (name: string): Random =>
  new Random([...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, seed));

/** So many of them, in their order, or all. @param name what is gone through: each has a part of its own */
export function partOf<Item>(name: string, count: number, items: readonly Item[]): readonly Item[] {
  if (isComplete) return items;
  const chosen = new Set(randomOf(name).shuffle(items).slice(0, count));
  return items.filter((item) => chosen.has(item));
}
