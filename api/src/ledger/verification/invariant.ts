/** One thing that must always hold. `sql` returns the rows that break it, and nothing if it holds. */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
}

/** What one invariant's check found. */
export interface Finding {
  readonly name: string;
  /** The rows at fault, at most `shownRows`. Empty: it holds. */
  readonly rows: readonly object[];
}

export const shownRows = 20;
