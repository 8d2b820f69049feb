import type { Database } from '../db/database.ts';
import type { Route } from '../http/route.ts';
import type { OpsCaller } from '../modules/operators/audience.ts';
import { opsRoute } from '../modules/operators/opsRoute.ts';
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
