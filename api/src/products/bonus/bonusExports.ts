import { actorOf } from '../../governance/audit/actor.ts';
import { exportCsv, exporting, pageOf } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import { writtenText } from '../../platform/http/csvLines.ts';
import type { Columns } from '../../platform/http/csvTable.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { BonusHold, BonusHolds } from './bonusHolds.ts';

/** Corrections and holds of the team bonus as files. */
export const bonusExportEndpoints = (database: Database, holds: BonusHolds): OperatorEndpoints => [
  endpoint('operator', 'exportBonusHolds', {
    limit: exporting,
    transaction: 'own',
    handle: ({ state }, caller) =>
      exportCsv(database, actorOf(caller), {
        ...{ name: 'bonus-holds.csv', action: 'bonus.export_holds', subject: 'all', after: { state } },
        columns: holdColumns,
        page: async (before, limit) => pageOf(await holds.page({ state, before, limit }), limit),
      }),
  }),
];

const holdColumns: Columns<BonusHold> = {
  id: ({ id }) => id,
  member: ({ username }) => writtenText(username),
  day: ({ day }) => day,
  cause: ({ cause }) => cause,
  unit: ({ waits }) => waits.unit,
  waits: ({ waits }) => waits,
  held_by: ({ heldBy }) => heldBy,
  held_at: ({ heldAt }) => heldAt,
  reason: ({ reason }) => writtenText(reason),
  released_by: ({ releasedBy }) => releasedBy,
  released_at: ({ releasedAt }) => releasedAt,
  release_reason: ({ releaseReason }) => writtenText(releaseReason),
};
