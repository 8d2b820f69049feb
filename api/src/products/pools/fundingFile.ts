import { requestColumns } from '../../governance/approvals/requestPresenter.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { exportedFile, exporting, pageOf } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { PoolFunding, PoolService } from './poolService.ts';

/** Every funding that was asked for, as a file. */
export const fundingFileEndpoint = (database: Database, service: PoolService) =>
  endpoint('operator', 'exportPoolHistory', {
    limit: exporting,
    transaction: 'own',
    handle: ({ pool }, caller) =>
      exportedFile(database, actorOf(caller), {
        ...{ name: 'pool-fundings.csv', action: 'pool.export', subject: pool ?? 'all', after: {}, columns },
        page: async (before, limit) => pageOf(await service.history({ pool, before, limit }), limit),
      }),
  });

const columns = requestColumns<PoolFunding>({ pool: ({ pool }) => pool });
