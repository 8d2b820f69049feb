import type { Database } from '../../platform/db/database.ts';
import type { Actor } from './actor.ts';
import type { DigestedRecord } from './auditCsv.ts';
import { type AuditSearch, auditColumns, auditConditions, recordAudit } from './auditLog.ts';

/** More than that is not for one file: whoever wants it narrows down, or reads the log page by page. */
export const exportedMost = 100_000;
const pageRows = 1_000;

/** How many rows fit a search, up to one more than a file holds. */
export async function countAudit(database: Database, search: AuditSearch): Promise<number> {
  const { conditions, values } = auditConditions(search);
  const row = await database.one<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM (
       SELECT 1 FROM audit_event ${conditions} LIMIT $${values.length + 1}) AS found`,
    [...values, exportedMost + 1],
  );
  return row?.rows ?? 0;
}

/**
 * Rows of the audit log that fit a search, the latest first and at most `exportedMost`, page by page. That they were taken out
 * stands in the log itself, with what they were searched by and where the chain stood: its own row is none of them.
 */
export async function exportAudit(
  database: Database,
  search: AuditSearch,
  by: Actor,
): Promise<AsyncGenerator<readonly DigestedRecord[]>> {
  const last = await database.one<{ number: string; digest: Buffer }>(
    'SELECT number, digest FROM audit_event ORDER BY number DESC LIMIT 1',
  );
  await database.inTransaction(() =>
    recordAudit(database, {
      ...by,
      action: 'audit.export',
      subject: 'audit',
      reason: 'read',
      after: { ...search, upTo: last?.number ?? '0', digest: last?.digest.toString('hex') ?? '' },
    }),
  );
  return pagesOf(database, search, last?.number ?? '0');
}

async function* pagesOf(
  database: Database,
  search: AuditSearch,
  upTo: string,
): AsyncGenerator<readonly DigestedRecord[]> {
  let before = String(BigInt(upTo) + 1n);
  for (let left = exportedMost; left > 0; left -= pageRows) {
    const { conditions, values } = auditConditions(search, before);
    const rows = await database.rows<DigestedRecord>(
      `SELECT ${auditColumns}, digest FROM audit_event ${conditions} ORDER BY number DESC LIMIT $${values.length + 1}`,
      [...values, Math.min(left, pageRows)],
    );
    yield rows;
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < pageRows) return;
    before = lastRow.number;
  }
}
