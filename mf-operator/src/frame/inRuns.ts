/** Rows that follow each other and belong together: at least one. */
export type Run<Row> = readonly [Row, ...Row[]];

/** Folds rows that follow each other and have the same key; one without a key stands for itself. */
export function inRuns<Row>(rows: readonly Row[], keyOf: (row: Row) => string | undefined): readonly Run<Row>[] {
  const runs: [Row, ...Row[]][] = [];
  let before: string | undefined;
  for (const row of rows) {
    const key = keyOf(row);
    const last = runs.at(-1);
    if (last && key !== undefined && key === before) last.push(row);
    else runs.push([row]);
    before = key;
  }
  return runs;
}
