/** One thing that must always hold. `sql` returns the rows that break it, and nothing if it holds. */
export interface Invariant {
  /** For good: what two people have explained of its findings is kept by it. */
  readonly name: string;
  readonly sql: string;
  /**
   * The same of what was recorded from $2 on, which holds if all before it did: what an hourly run of large books looks at.
   * Missing: it waits for the next whole run.
   */
  readonly recent?: string;
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
export const retainedRows = 1_000;

/**
 * SQL that gives the rows at fault as JSON in the column `row`, at most $1 of them. Numbers are texts, as amounts are
 * everywhere, so that a row that was kept is the same when it is found again.
 */
export const faultsOf = (sql: string): string =>
  // The row's name is none that a column has: a column would be taken for it.
  // Materialized: planned for all rows, not for the first few, of which there are none.
  `WITH faults AS MATERIALIZED (${sql})
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault`;
