import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { auditPage } from './auditLog.ts';

export function auditEndpoints(database: Database): OperatorEndpoints {
  return [
    endpoint('operator', 'listAudit', {
      limit: { points: 120, seconds: 60 },

      async handle({ before, limit }) {
        const records = await auditPage(database, before, limit ?? 50);
        return {
          body: { events: records.map((record) => ({ ...record, recordedAt: record.recordedAt.toISOString() })) },
        };
      },
    }),
  ];
}
