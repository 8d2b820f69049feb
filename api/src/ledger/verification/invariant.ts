/** One thing that must always hold. `sql` returns the rows that break it, and nothing if it holds. */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
}
