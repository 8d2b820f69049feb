/** Numbers from 0 to below 1 that a seed repeats (mulberry32). `SEED=… npm test` runs another sequence. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed = Number(process.env.SEED ?? 20_261)) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** @throws Error if there is nothing to choose from */
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** The same items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    const shuffled: Item[] = [];
    while (left.length > 0) shuffled.push(...left.splice(this.below(left.length), 1));
    return shuffled;
  }
}
