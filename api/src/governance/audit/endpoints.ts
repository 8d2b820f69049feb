import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { actorOf } from './actor.ts';
import { auditPage, recordAudit } from './auditLog.ts';
import type { SecurityEvents } from './securityEvents.ts';

export function auditEndpoints(database: Database, securityEvents: SecurityEvents): OperatorEndpoints {
  return [
    endpoint('operator', 'listAudit', {
      limit: { points: 120, seconds: 60 },

      async handle({ after, limit = 50, ...search }) {
        const records = await auditPage(database, after, limit, search);
        return {
          body: {
            events: records.map((record) => ({ ...record, recordedAt: record.recordedAt.toISOString() })),
            // The log begins with row 1; a full page may be its last.
            next: records.length < limit ? null : (records.at(-1)?.number ?? null),
          },
        };
      },
    }),
    endpoint('operator', 'listSecurityEvents', {
      limit: { points: 120, seconds: 60 },
      transaction: 'own',
      async handle({ username, operator, after, limit = 50 }, caller) {
        const whose = { username, operator };
        const rows = await securityEvents.page(whose, after, limit);
        await database.inTransaction(() =>
          recordAudit(database, {
            ...actorOf(caller),
            action: 'security_event.list',
            subject: username ?? operator ?? 'all',
            reason: 'read',
          }),
        );
        return {
          body: {
            events: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
            next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
          },
        };
      },
    }),
  ];
}
