import type { Past } from '../../ledger/past.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from './actor.ts';
import type { DigestedRecord } from './auditCsv.ts';
import { type AuditSearch, auditColumns, auditConditions } from './auditLog.ts';
import { countExported, exportedPages, recordExport } from './exports.ts';

/** How many rows fit a search, as far as one file holds them. */
export function countAudit(database: Database, search: AuditSearch): Promise<{ rows: number; more: boolean }> {
  const { conditions, values } = auditConditions(search);
  return countExported(database, `SELECT 1 FROM audit_event ${conditions}`, values);
}

/**
 * Rows of the audit log that fit a search, the latest first and at most as many as one file holds, page by page. That they were taken out
 * stands in the log itself, with what they were searched by and where the chain stood: its own row is none of them.
 * @param past where pages are read as far back as they are over: each row is written when those before it are there
 */
export async function exportAudit(
  database: Database,
  search: AuditSearch,
  by: Actor,
  past: Past,
): Promise<AsyncGenerator<readonly DigestedRecord[]>> {
  const last = await database.one<{ number: string; digest: Buffer }>(
    'SELECT number, digest FROM audit_event ORDER BY number DESC LIMIT 1',
  );
  await recordExport(database, by, {
    action: 'audit.export',
    subject: 'audit',
    after: { ...search, upTo: last?.number ?? '0', digest: last?.digest.toString('hex') ?? '' },
  });
  return pagesOf(past, search, last?.number ?? '0');
}

function pagesOf(past: Past, search: AuditSearch, upTo: string): AsyncGenerator<readonly DigestedRecord[]> {
  let until: Date | undefined;
  return exportedPages(async (after = String(BigInt(upTo) + 1n), limit) => {
    const { conditions, values } = auditConditions(search, after);
    const rows = await past.read(until, (database) =>
      database.rows<DigestedRecord>(
        `SELECT ${auditColumns}, digest FROM audit_event ${conditions} ORDER BY number DESC LIMIT $${values.length + 1}`,
        [...values, limit],
      ),
    );
    until = rows.at(-1)?.recordedAt;
    return { rows, next: rows.length < limit ? null : (rows.at(-1)?.number ?? null) };
  });
}
