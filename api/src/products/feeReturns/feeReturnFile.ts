import { actorOf } from '../../governance/audit/actor.ts';
import { exportedFile, exporting, pageOf } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import { writtenText } from '../../platform/http/csvLines.ts';
import type { Columns } from '../../platform/http/csvTable.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { FeeReturn, FeeReturns } from './feeReturns.ts';

/** Every return of a fee that was asked for, as a file. */
export const feeReturnFileEndpoint = (database: Database, fees: FeeReturns) =>
  endpoint('operator', 'exportFeeReturns', {
    limit: exporting,
    transaction: 'own',
    handle: (_input, caller) =>
      exportedFile(database, actorOf(caller), {
        ...{ name: 'fee-returns.csv', action: 'fee.export_returns', subject: 'all', after: {}, columns },
        page: async (before, limit) => pageOf(await fees.list({ before, limit }), limit),
      }),
  });

const columns: Columns<FeeReturn> = {
  id: ({ id }) => id,
  member: ({ username }) => writtenText(username),
  record: ({ record }) => record,
  kind: ({ kind }) => kind,
  unit: ({ amount }) => amount.unit,
  amount: ({ amount }) => amount,
  state: ({ state }) => state,
  requested_by: ({ requestedBy }) => requestedBy,
  requested_at: ({ requestedAt }) => requestedAt,
  reason: ({ reason }) => writtenText(reason),
  expires_at: ({ expiresAt }) => expiresAt,
  approved_by: ({ approvedBy }) => approvedBy,
  posted_at: ({ postedAt }) => postedAt,
};
