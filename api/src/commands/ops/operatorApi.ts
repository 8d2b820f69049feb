import { join } from 'node:path';
import { createOperatorApi, type OperatorApi } from '../../app/operatorApi.ts';
import { createServices } from '../../app/services.ts';
import type { Settings } from '../../app/settings.ts';
import { Arrivals } from '../../delivery/releases/bucket/arrivals.ts';
import { openBucket } from '../../delivery/releases/bucket/openBucket.ts';
import { compatibilityCheckOf } from '../../delivery/releases/compatibility/verified.ts';
import { releaseKeys } from '../../delivery/releases/files/keys.ts';
import { ReleaseStore } from '../../delivery/releases/files/store.ts';
import { ReleaseEvents } from '../../delivery/releases/live/events.ts';
import { Loads } from '../../delivery/releases/live/loads.ts';
import { Releases } from '../../delivery/releases/live/releases.ts';
import { tryOutInBrowser } from '../../delivery/smoke/tryOut.ts';
import { chainsAlongside } from '../../development/localChain/localChains.ts';
import type { Clock } from '../../ground/clock.ts';
import { developmentSecrets } from '../../ground/config.ts';
import { createLog } from '../../ground/log.ts';
import { Batcher, batcherConnections } from '../../ledger/batcher.ts';
import { Past } from '../../ledger/past.ts';
import { Database } from '../../platform/db/database.ts';
import { Lanes } from '../../platform/db/lanes.ts';

export interface OpenedApi {
  readonly api: OperatorApi;
  close(): Promise<void>;
}

export interface ApiOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly databaseUrl: string;
  /** Releases go live without being opened in a browser first. */
  readonly untried: boolean;
}

/** The operators' endpoints without a server, alongside a product that runs or on a database of its own. */
export async function openOperatorApi({ settings, clock, databaseUrl, untried }: ApiOptions): Promise<OpenedApi> {
  const config: Settings = {
    ...settings,
    chains: chainsAlongside(settings),
    secrets: settings.secrets.length > 0 ? settings.secrets : developmentSecrets(settings.dataDir),
  };
  const database = new Database({ url: databaseUrl, poolSize: 4 });
  // Nothing that operators do is batched: it opens no connection.
  const lanes = new Lanes({ url: databaseUrl, connections: batcherConnections, prepared: config.preparedStatements });
  // Standard output is the answer's.
  const log = createLog('error', 2);
  const batcher = new Batcher(lanes, log);
  const past = new Past(database);
  const services = createServices({ config, database, past, batcher, clock, log });
  const bucket = await openBucket(config.releaseBucket);
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const { ring } = releaseKeys(config);
  const arrivals = bucket && new Arrivals({ bucket, store, ring, said: (reported) => log.error(reported) });
  const events = new ReleaseEvents(database);
  const releases = new Releases(events, store, compatibilityCheckOf(store, ring), arrivals);
  const api = createOperatorApi({
    config,
    database,
    past,
    clock,
    events,
    releases,
    loads: new Loads(database, events, clock),
    hosts: () => new Map(),
    ...(!untried && { tryOut: (feature, release) => tryOutInBrowser(releases, feature, release) }),
    ...services,
  });
  return {
    api,
    async close() {
      bucket?.close();
      await batcher.close();
      await lanes.close();
      await database.close();
    },
  };
}
