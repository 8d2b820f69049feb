import { join } from 'node:path';
import { Arrivals } from '../delivery/releases/bucket/arrivals.ts';
import type { ReleaseBucket } from '../delivery/releases/bucket/bucket.ts';
import { compatibilityCheckOf, VerifiedReleases } from '../delivery/releases/compatibility/verified.ts';
import { releaseKeys } from '../delivery/releases/files/keys.ts';
import { ReleaseStore } from '../delivery/releases/files/store.ts';
import { ReleaseEvents } from '../delivery/releases/live/events.ts';
import { Loads } from '../delivery/releases/live/loads.ts';
import { bringLive } from '../delivery/releases/live/neededReleases.ts';
import { RefusedCalls } from '../delivery/releases/live/refusedCalls.ts';
import { Releases } from '../delivery/releases/live/releases.ts';
import { DeclaredCalls } from '../delivery/web/declaredCalls.ts';
import { DevelopmentServers } from '../delivery/web/developmentServers.ts';
import { Overrides } from '../delivery/web/overrides.ts';
import { LiveRegistry } from '../delivery/web/registry.ts';
import type { WebParts } from '../delivery/web/webOrigin.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Database } from '../platform/db/database.ts';
import type { Settings } from './settings.ts';

export interface DeliveryParts {
  readonly config: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Where releases come from that the data folder lacks; whoever gave it closes it. */
  readonly bucket?: ReleaseBucket | undefined;
}

/** Releases: on disk and in the bucket, checked, live, and reported on; and what pages are made of (`web`), for every host. */
export function createDelivery({ config, database, clock, log, bucket }: DeliveryParts) {
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const { ring } = releaseKeys(config);
  const events = new ReleaseEvents(database);
  const said = (sentence: string): void => log.error(sentence);
  const arrivals = bucket && new Arrivals({ bucket, store, ring, said });
  const verified = new VerifiedReleases(store, ring, said);
  const developmentServers = new DevelopmentServers(config.developmentServers);
  const registry = new LiveRegistry(events, verified, developmentServers, config.loadTimeoutMs, arrivals);
  const overrides = new Overrides({ config, ring, clock, states: (maxAgeMs) => registry.states(maxAgeMs) });
  const refusedCalls = new RefusedCalls(database, clock);
  const shared = { config, clock, registry, verified, arrivals, developmentServers, overrides, refusedCalls };
  const web: WebParts = { ...shared, log, store, declaredCalls: new DeclaredCalls(shared) };
  return {
    events,
    releases: new Releases(events, store, compatibilityCheckOf(store, ring), arrivals),
    loads: new Loads(database, events, clock),
    refusedCalls,
    registry,
    web,
    /** Brings what is live here, where there is a bucket. */
    arriving: arrivals && bringLive(arrivals, events),
  };
}
