import { actorOf } from '../../../governance/audit/actor.ts';
import { exportCsv, exporting, pageOf } from '../../../governance/audit/exports.ts';
import type { Database } from '../../../platform/db/database.ts';
import { writtenText } from '../../../platform/http/csvLines.ts';
import type { Columns } from '../../../platform/http/csvTable.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { RecordedEvent, ReleaseEvents } from './events.ts';

/** All that was done with a feature's releases, as a file. */
export const historyExportEndpoint = (database: Database, events: ReleaseEvents) =>
  endpoint('operator', 'exportReleaseHistory', {
    limit: exporting,
    transaction: 'own',
    handle: ({ feature }, caller) =>
      exportCsv(database, actorOf(caller), {
        ...{ name: `releases-${feature}.csv`, action: 'release.export', subject: feature, after: {}, columns },
        page: async (before, limit) => pageOf(await events.history(feature, limit, before), limit),
      }),
  });

const columns: Columns<RecordedEvent> = {
  id: ({ id }) => id,
  time: ({ recordedAt }) => recordedAt,
  feature: ({ feature }) => feature,
  action: ({ action }) => action,
  release: ({ release }) => release,
  share_percent: ({ share }) => (share === null ? null : String(share / 100)),
  actor: ({ actor }) => actor,
  reason: ({ reason }) => writtenText(reason),
  // Facts as JSON, as the audit log's file has them.
  evidence: ({ evidence }) => evidence && JSON.stringify(evidence),
};
