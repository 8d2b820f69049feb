import { requestColumns } from '../../governance/approvals/requestPresenter.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { exportedFile, exporting, pageOf } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import { writtenText } from '../../platform/http/csvLines.ts';
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

const columns = requestColumns<FeeReturn>({
  member: ({ username }) => writtenText(username),
  record: ({ record }) => record,
  kind: ({ kind }) => kind,
});
