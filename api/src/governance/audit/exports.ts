import type { Bind, Database } from '../../platform/db/database.ts';
import { type Columns, csvTable } from '../../platform/http/csvTable.ts';
import type { RateLimit } from '../../platform/http/endpoint.ts';
import { nextOf } from '../../platform/http/nextOf.ts';
import type { Actor } from './actor.ts';
import { type Access, recordAccess } from './auditLog.ts';

/** Rows of one file at most: whoever wants more narrows down, or reads the list page by page. */
export const exportedMost = 100_000;
const pageRows = 1_000;
/** Each reads a whole list. */
export const exporting: RateLimit = { points: 10, seconds: 600 };

/** A page of a list, and after which of it the next one begins; `null` when there is none. */
interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/**
 * Writes down that rows are taken out as a file, before any is. A file is never what a page reads by itself, whatever its
 * request says of that: each has a row of its own.
 */
export async function recordExport(
  database: Database,
  by: Actor,
  what: { readonly action: Access['action']; readonly subject: string; readonly after: object },
): Promise<void> {
  await database.inTransaction(() => recordAccess(database, { ...by, ...what, background: false }));
}

/** A list as a file: what the audit log says of it, what is in it, and how its pages are read. */
interface ExportedList<Row> {
  readonly name: `${string}.csv`;
  readonly action: Access['action'];
  readonly subject: string;
  /** What it is narrowed to. */
  readonly after: object;
  readonly columns: Columns<Row>;
  readonly page: (after: string | undefined, limit: number) => Promise<ListPage<Row>>;
}

/** The answer with a list as a file, once the audit log says that it is taken out. */
export async function exportCsv<Row>(
  database: Database,
  by: Actor,
  { name, columns, page, ...what }: ExportedList<Row>,
): Promise<{ body: { name: string; content: AsyncGenerator<string> } }> {
  await recordExport(database, by, what);
  return { body: { name, content: csvTable(columns, exportedPages(page)) } };
}

/** A page of a list whose next one begins after the id of the last row. */
export const pageOf = <Row extends { readonly id: string }>(rows: readonly Row[], limit: number): ListPage<Row> => ({
  rows,
  next: nextOf(rows, limit),
});

/** A list page by page, until it ends or a file is full. */
export async function* exportedPages<Row>(
  page: (after: string | undefined, limit: number) => Promise<ListPage<Row>>,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined;
  for (let left = exportedMost; left > 0; ) {
    const { rows, next } = await page(after, Math.min(left, pageRows));
    yield rows;
    if (next === null) return;
    after = next;
    left -= rows.length;
  }
}

/** How many rows a file would have. @param sql what selects them, `values` from `$1` on; at most one more than fit is read */
export async function countExported(
  database: Database,
  sql: string,
  values: readonly Bind[],
): Promise<{ rows: number; more: boolean }> {
  const row = await database.one<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM (${sql} LIMIT ${exportedMost + 1}) AS found`,
    [...values],
  );
  const rows = row?.rows ?? 0;
  return { rows: Math.min(rows, exportedMost), more: rows > exportedMost };
}
