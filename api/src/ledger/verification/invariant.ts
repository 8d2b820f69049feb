/** One thing that must always hold. `sql` returns the rows that break it, and nothing if it holds. */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
}

/** What one invariant's check found. */
export interface Finding {
  readonly name: string;
  /** The rows at fault that nobody has explained, at most `keptRows`. Empty: it holds. */
  readonly rows: readonly object[];
  /** How many more were found that were explained as a false alarm. */
  readonly explained?: number;
}

/** So many rows of a finding are kept with a verification; one that has as many cannot be explained row by row. */
export const keptRows = 1_000;
