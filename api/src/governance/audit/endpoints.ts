import type { Past } from '../../ledger/past.ts';
import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { actorOf } from './actor.ts';
import type { AuditChain } from './auditChain.ts';
import { auditCsv } from './auditCsv.ts';
import { countAudit, exportAudit } from './auditExport.ts';
import { auditPage, recordAccess } from './auditLog.ts';
import { exporting } from './exports.ts';
import type { SecurityEvents } from './securityEvents.ts';

export function auditEndpoints(
  database: Database,
  past: Past,
  securityEvents: SecurityEvents,
  chain: AuditChain,
): OperatorEndpoints {
  return [
    endpoint('operator', 'listAudit', {
      async handle({ after, limit = 50, ...search }) {
        const records = await auditPage(database, after, limit, search);
        return {
          body: {
            events: records.map((record) => ({ ...record, recordedAt: record.recordedAt })),
            // The log begins with row 1; a full page may be its last.
            next: records.length < limit ? null : (records.at(-1)?.number ?? null),
          },
        };
      },
    }),
    endpoint('operator', 'countAudit', {
      limit: { points: 60, seconds: 60 },
      handle: async (search) => ({ body: await countAudit(database, search) }),
    }),
    endpoint('operator', 'exportAudit', {
      limit: exporting,
      transaction: 'own',
      async handle(search, caller) {
        const pages = await exportAudit(database, search, actorOf(caller), past);
        return { body: { name: 'audit.csv', content: auditCsv(pages) } };
      },
    }),
    endpoint('operator', 'checkAuditChain', {
      async handle() {
        const { since, checkedAt, broken, ...state } = await chain.look();
        return {
          body: {
            ...state,
            since,
            checkedAt,
            broken: broken ?? null,
          },
        };
      },
    }),
    endpoint('operator', 'listSecurityEvents', {
      transaction: 'own',
      async handle({ username, operator, after, limit = 50 }, caller) {
        const whose = { username, operator };
        const rows = await securityEvents.page(whose, after, limit);
        await database.inTransaction(() =>
          recordAccess(database, {
            ...actorOf(caller),
            action: 'security_event.list',
            subject: username ?? operator ?? 'all',
          }),
        );
        return {
          body: {
            events: rows.map((row) => ({ ...row, at: row.at })),
            next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
          },
        };
      },
    }),
  ];
}
