import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ChainWork } from '../chain/chainWork.ts';
import { denyOwnAddresses } from '../chain/payouts/deniedAddresses.ts';
import type { ReleaseBucket } from '../delivery/releases/bucket/bucket.ts';
import type { Releases } from '../delivery/releases/live/releases.ts';
import { clientErrorAnswer } from '../delivery/web/oversizedRequest.ts';
import { seedDemo } from '../development/demo/seed.ts';
import type { LocalChains } from '../development/localChain/localChains.ts';
import { checkLifecycles } from '../governance/lifecycle/lifecycles.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { HashCost } from '../identity/credentials/passwords.ts';
import { Batcher, batcherConnections } from '../ledger/batcher.ts';
import { checkJournalKinds } from '../ledger/journalKinds.ts';
import { Past } from '../ledger/past.ts';
import { Database } from '../platform/db/database.ts';
import { Lanes } from '../platform/db/lanes.ts';
import { createApp } from '../platform/http/app.ts';
import { Health } from '../platform/http/health.ts';
import { type Hosts, memberHosts, operatorHosts } from '../platform/http/origin.ts';
import { drain, listen } from '../platform/http/serving.ts';
import { failureCode } from '../platform/jobs/failureCode.ts';
import { Jobs } from '../platform/jobs/loop.ts';
import { Role } from '../platform/jobs/role.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { Tree } from '../products/team/tree.ts';
import { createDelivery } from './delivery.ts';
import { createJobs, createOwnJobs } from './jobs.ts';
import { measuresOf } from './measures.ts';
import { createMemberApi } from './memberApi.ts';
import { memberSite } from './memberSite.ts';
import { createOperatorApi } from './operatorApi.ts';
import { operatorSite } from './operatorSite.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

export interface ApplicationOptions {
  readonly config: Settings;
  readonly log: Log;
  readonly databaseUrl: string;
  readonly clock?: Clock;
  /** In development, the chain of our own that deposits come by. */
  readonly localChains?: LocalChains | undefined;
  /** In development, the database as its owner: BTC and ON have rates that nobody has to set. */
  readonly demoRates?: string | undefined;
  /** Where releases come from that the data folder lacks; closed with the application. */
  readonly bucket?: ReleaseBucket | undefined;
  /** Closed with the application. */
  readonly tracing?: Tracing | undefined;
  /** What hashing a password takes, in tests of something else. */
  readonly hashCost?: HashCost | undefined;
}

/** Everything of one process, wired: no part makes another, so tests build exactly this on their own database. */
export interface Application {
  readonly database: Database;
  readonly releases: Releases;
  readonly tree: Tree;
  /** @param ownerUrl the database as its owner, who alone opens accounts */
  seedDemo(ownerUrl: string): Promise<void>;
  /** Starts to answer. @returns the port */
  listen(): Promise<number>;
  /**
   * Not ready any more, and for a time of grace still answering; then no new connections, answers finished, jobs ended,
   * pool closed.
   * @param hurry ends the time of grace
   */
  close(hurry?: AbortSignal): Promise<void>;
}

/** Of statements and files: few at once. */
const replicaConnections = 4;

export function createApplication(options: ApplicationOptions): Application {
  const { config, log, databaseUrl, clock = systemClock, bucket, localChains, tracing } = options;
  // In development: what is bound to a statement is not among it, what a condition names may be.
  const tracedInLog =
    !config.production && log.isLevelEnabled('trace')
      ? (sql: string, ms: number): void => log.trace({ ms }, sql)
      : undefined;
  const database = new Database({
    url: databaseUrl,
    poolSize: config.databasePool,
    prepared: config.preparedStatements,
    onStatement: tracing?.statement ?? tracedInLog,
  });
  const { databaseReplicaUrl } = config;
  const replica =
    databaseReplicaUrl === undefined ? undefined : { url: databaseReplicaUrl, poolSize: replicaConnections };
  const past = new Past(database, replica, log);
  const lanes = new Lanes({
    url: databaseUrl,
    connections: batcherConnections,
    prepared: config.preparedStatements,
    onStatement: tracing?.statement,
  });
  const metrics = config.metrics && new Metrics();
  const batcher = new Batcher(lanes, log, {
    others: () => jobs?.others ?? 0,
    ...(metrics && { onPosted: (journals, milliseconds) => metrics.posted(journals, milliseconds) }),
  });
  const services = createServices({ config, database, past, batcher, clock, log, hashCost: options.hashCost });
  const delivery = createDelivery({ config, database, clock, log, bucket });
  const parts = { ...services, ...delivery, config, database, clock, log };
  let hosts: { readonly members: Hosts; readonly operators: Hosts } = { members: new Map(), operators: new Map() };
  const memberApi = createMemberApi({ ...parts, hosts: () => hosts.members });
  const operatorApi = createOperatorApi({ ...parts, past, hosts: () => hosts.operators });
  const members = memberSite(memberApi, { ...parts, localChains, isCopy: () => jobs?.isHome === false }, delivery.web);
  const operators = operatorSite(operatorApi, database, delivery.web);
  // In development a page without a shell says what to do.
  const shellFault = async () => (config.production ? delivery.registry.shellFault() : undefined);
  const health = new Health({ database, log, shellFault });
  const app = createApp({ config, log, health, metrics, tracing, sites: [members.site, operators.site] });
  const server = createServer(
    // A silent connection is kept for longer than proxies keep theirs (60 s, most of them): whoever lets go first must not
    // be the one who is about to be asked.
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 },
    app.callback(),
  ).on('clientError', clientErrorAnswer());
  const chainWork = new ChainWork(parts, config.watchChains ? config.chains : new Map());
  const metricsServer = metrics?.serve();
  let ownJobs: Jobs | undefined;
  let jobs: Role | undefined;
  return {
    database,
    releases: delivery.releases,
    tree: services.tree,
    async seedDemo(ownerUrl) {
      // Its members agree to them.
      await services.terms.publishFirst();
      await seedDemo(parts, ownerUrl);
    },
    async listen() {
      await checkJournalKinds(database);
      await checkLifecycles(database);
      await services.rules.check();
      await services.terms.publishFirst();
      await denyOwnAddresses(database, config);
      // The first page has what is live, unless the bucket does not answer: then what is here.
      await delivery.arriving?.run(new AbortController().signal);
      const port = await listen(server, config);
      hosts = { members: memberHosts(config, port), operators: operatorHosts(config, port) };
      if (metrics && metricsServer && config.metrics) {
        for (const measure of measuresOf(database, () => health.isReady(), past)) metrics.measure(measure);
        // Two processes may have been given one port: members are served all the same.
        await listen(metricsServer, config.metrics).catch((error: unknown) =>
          log.error(
            { alarm: 'metrics are not answered', ...config.metrics, error: failureCode(error) },
            'see METRICS_PORT',
          ),
        );
      }
      const { demoRates } = options;
      ownJobs = new Jobs(createOwnJobs({ delivery, past, log }), parts);
      const shared = createJobs({ ...parts, databaseUrl, delivery, chainWork, localChains, demoRates });
      jobs = new Role('jobs', () => new Jobs(shared, parts), parts);
      // What keeps it from working is said at once.
      await health.isReady();
      return port;
    },
    async close(hurry) {
      health.stop();
      // Whoever hands requests out has to notice first; until then they are answered as ever.
      if (server.listening && config.shutdownGraceMs > 0)
        await delay(config.shutdownGraceMs, undefined, { signal: hurry }).catch(() => undefined);
      members.close();
      operators.close();
      await drain(server);
      metricsServer?.closeAllConnections();
      metricsServer?.close();
      chainWork.stop();
      await Promise.all([jobs?.stop(), ownJobs?.stop()]);
      await chainWork.release().catch(() => undefined);
      bucket?.close();
      await batcher.close();
      await lanes.close();
      await past.close();
      await database.close();
      await tracing?.close();
    },
  };
}
