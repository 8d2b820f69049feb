import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { auditPage } from './auditLog.ts';

export function auditEndpoints(database: Database): OperatorEndpoints {
  return [
    endpoint('operator', 'listAudit', {
      limit: { points: 120, seconds: 60 },

      async handle({ after, limit = 50 }) {
        const records = await auditPage(database, after, limit);
        return {
          body: {
            events: records.map((record) => ({ ...record, recordedAt: record.recordedAt.toISOString() })),
            // The log begins with row 1; a full page may be its last.
            next: records.length < limit ? null : (records.at(-1)?.number ?? null),
          },
        };
      },
    }),
  ];
}
