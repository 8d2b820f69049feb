import type { Database } from '../../platform/db/database.ts';
import type { OpsCaller } from '../../platform/http/caller.ts';
import { opsRoute } from '../../platform/http/opsRoute.ts';
import type { Route } from '../../platform/http/route.ts';
import { auditPage } from './auditLog.ts';

export function auditRoutes(database: Database): Route<OpsCaller>[] {
  return [
    opsRoute('listAudit', {
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
