import { createServer } from 'node:http';
import { join } from 'node:path';
import { endpoints } from '@trellis/api-contract';
import { ChainWork } from './chain/chainWork.ts';
import { bitcoinPayoutJob } from './chain/payouts/bitcoinPayoutJob.ts';
import { denyOwnAddresses } from './chain/payouts/deniedAddresses.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { Database } from './db/database.ts';
import { Lanes } from './db/lanes.ts';
import { seedDemo } from './demo/seed.ts';
import { createApp } from './http/app.ts';
import { type Readiness, serveHealth } from './http/health.ts';
import { IdempotentCalls } from './http/idempotency.ts';
import { memberHosts, operatorHosts } from './http/origin.ts';
import { RateLimits } from './http/rateLimit.ts';
import { checkRoutes, type Route } from './http/route.ts';
import { drain, listen } from './http/serving.ts';
import { createSite } from './http/site.ts';
import { createJobs } from './jobs/createJobs.ts';
import { Jobs } from './jobs/loop.ts';
import type { LocalChains } from './localChain/localChains.ts';
import { mining } from './localChain/mining.ts';
import type { Log } from './log.ts';
import { memberAudience } from './modules/access/audience.ts';
import { accessRoutes } from './modules/access/routes.ts';
import { depositRoutes } from './modules/deposits/routes.ts';
import { exchangeRoutes } from './modules/exchanges/routes.ts';
import { inquiryRoutes } from './modules/inquiries/routes.ts';
import { noticeRoutes } from './modules/notices/routes.ts';
import { securityRoutes } from './modules/security/routes.ts';
import { statementRoutes } from './modules/statements/routes.ts';
import { supportRoutes } from './modules/support/routes.ts';
import { teamRoutes } from './modules/team/routes.ts';
import type { Tree } from './modules/team/tree.ts';
import { termsRoutes } from './modules/terms/routes.ts';
import { transferRoutes } from './modules/transfers/routes.ts';
import { balanceMarks } from './modules/wallet/balanceMarks.ts';
import { walletRoutes } from './modules/wallet/routes.ts';
import { withdrawalRoutes } from './modules/withdrawals/routes.ts';
import { Batcher, batcherConnections } from './money/batcher.ts';
import { operatorSite } from './operatorSite.ts';
import { Arrivals } from './releases/arrivals.ts';
import type { ReleaseBucket } from './releases/bucket.ts';
import { ReleaseEvents } from './releases/events.ts';
import { releaseKeys } from './releases/keys.ts';
import { Loads } from './releases/loads.ts';
import { bringLive } from './releases/neededReleases.ts';
import { Releases } from './releases/releases.ts';
import { releaseRoutes } from './releases/routes.ts';
import { ReleaseStore } from './releases/store.ts';
import { gateOver, VerifiedReleases } from './releases/verified.ts';
import { watchReleases } from './releases/watch.ts';
import { createServices } from './services.ts';
import { serveAssets } from './web/assets.ts';
import { serveAuthenticator } from './web/authenticator.ts';
import { ReleaseChanges } from './web/changes.ts';
import { serveDevelopmentChain } from './web/developmentChain.ts';
import { serveDevelopmentClock } from './web/developmentClock.ts';
import { DevelopmentServers } from './web/developmentServers.ts';
import { ServerLoader } from './web/loader.ts';
import { serveMailbox } from './web/mailbox.ts';
import { MemberEventStreams } from './web/memberEvents.ts';
import { Overrides } from './web/overrides.ts';
import { serveLoader, servePages } from './web/pages.ts';
import { LiveRegistry } from './web/registry.ts';

export interface ApplicationOptions {
  readonly config: Config;
  readonly log: Log;
  readonly databaseUrl: string;
  readonly clock?: Clock;
  /** In development, the chain of our own that deposits come by. */
  readonly localChains?: LocalChains | undefined;
  /** Where releases come from that the data folder lacks; closed with the application. */
  readonly bucket?: ReleaseBucket | undefined;
}

/** Everything of one process, wired: no part makes another, so tests build exactly this on their own database. */
export interface Application {
  readonly database: Database;
  readonly releases: Releases;
  readonly tree: Tree;
  seedDemo(): Promise<void>;
  /** Starts to answer. @returns the port */
  listen(): Promise<number>;
  /** Readiness off, no new connections, answers finished, jobs ended, pool closed. */
  close(): Promise<void>;
}

interface ServedHosts {
  readonly members: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
}

export function createApplication(options: ApplicationOptions): Application {
  const { config, log, databaseUrl, clock = systemClock, bucket, localChains } = options;
  const database = new Database({ url: databaseUrl, poolSize: config.databasePool });
  const lanes = new Lanes({ url: databaseUrl, connections: batcherConnections, prepared: config.preparedStatements });
  const batcher = new Batcher(lanes, log);
  const services = createServices({ config, database, batcher, clock, log });
  const { transfers } = services;
  const idempotentCalls = new IdempotentCalls(database, {
    transfer: async (owner, journalId) => ({ status: 201, body: await transfers.receiptOf(owner, journalId) }),
  });
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const { ring } = releaseKeys(config);
  const events = new ReleaseEvents(database);
  const arrivals = bucket && new Arrivals({ bucket, store, ring, said: (sentence) => log.error(sentence) });
  const releases = new Releases(events, store, gateOver(store, ring), arrivals);
  const loads = new Loads(database, events, clock);
  const routes: Route[] = [
    ...accessRoutes({ config, ...services }),
    ...securityRoutes({ config, database, clock, ...services }),
    ...supportRoutes(services),
    ...walletRoutes({ idempotentCalls, ...services }),
    ...depositRoutes(services),
    ...statementRoutes({ ...services, productName: config.productName, clock }),
    ...transferRoutes(transfers),
    ...exchangeRoutes(services.exchanges),
    ...withdrawalRoutes(services),
    ...teamRoutes(services),
    ...noticeRoutes(services),
    ...inquiryRoutes(services),
    ...termsRoutes(services),
    ...releaseRoutes(loads),
  ];
  let hosts: ServedHosts = { members: new Set(), operators: new Set() };
  const { sessions, actions } = services;
  const members = memberAudience({ config, sessions, actions, idempotentCalls, hosts: () => hosts.members });
  checkRoutes(Object.keys(endpoints), routes, members.policies);

  const served = new DevelopmentServers(config.developmentServers);
  const registry = new LiveRegistry(
    events,
    new VerifiedReleases(store, ring, (sentence) => log.error(sentence)),
    served,
    config.loadTimeoutMs,
    arrivals,
  );
  const changes = new ReleaseChanges({ config, sessions: services.sessions, registry, log });
  const memberEvents = new MemberEventStreams({
    ...{ config, sessions: services.sessions, log },
    sources: {
      notice: (memberIds) => services.notices.unreadOf(memberIds),
      session: (memberIds) => services.suspensions.suspendedOf(memberIds),
      balances: (memberIds) => balanceMarks(database, memberIds),
      deposits: (memberIds) => services.depositList.marksOf(memberIds),
      withdrawals: (memberIds) => services.withdrawalBook.marksOf(memberIds),
      terms: (memberIds) => services.terms.dueOf(memberIds),
    },
  });
  const overrides = new Overrides({ config, ring, clock });
  const page = { config, sessions: services.sessions, registry, loader: new ServerLoader(routes), overrides };
  const readiness: Readiness = { ready: true };
  const rateLimits = new RateLimits(database, routes, config.rateLimitFactor);
  const app = createApp({
    log,
    sites: [
      createSite(members, routes, { config, rateLimits }, [
        serveHealth(database, readiness),
        serveMailbox(config, services.outbox),
        serveDevelopmentClock(clock),
        serveDevelopmentChain(config, { database, localChains }),
        serveAuthenticator(config, { database, clock, secrets: services.memberSecrets }),
        serveLoader(page),
        changes.middleware(),
        memberEvents.middleware(),
        served.middleware(),
        overrides.middleware(),
        serveAssets(store, arrivals && { registry, arrivals }),
        servePages(page),
      ]),
      operatorSite({ config, database, clock, events, releases, hosts: () => hosts.operators, ...services }),
    ],
  });
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 },
    app.callback(),
  );
  let jobs: Jobs | undefined;
  const chainWork = new ChainWork(
    { database, clock, log, ...services },
    config.watchChains ? config.chains : new Map(),
  );
  return {
    database,
    releases,
    tree: services.tree,
    async seedDemo() {
      // Its members agree to them.
      await services.terms.publishFirst();
      await seedDemo({ database, clock, ...services });
    },
    async listen() {
      await services.terms.publishFirst();
      const arriving = arrivals && bringLive(arrivals, events);
      await denyOwnAddresses(database, config);
      // The first page has what is live, unless the bucket does not answer: then what is here.
      await arriving?.step(new AbortController().signal);
      const port = await listen(server, config);
      hosts = { members: memberHosts(config, port), operators: operatorHosts(config, port) };
      jobs = new Jobs(
        [
          ...createJobs({ config, database, databaseUrl, log, clock, ...services }),
          watchReleases({ events, loads, releases, clock, log }),
          ...chainWork.jobs(),
          ...(config.bitcoin && config.watchChains
            ? [bitcoinPayoutJob(config.bitcoin, { database, log, ...services })]
            : []),
          ...(localChains ? [mining(localChains)] : []),
          ...(arriving ? [arriving] : []),
        ],
        log,
      );
      return port;
    },
    async close() {
      readiness.ready = false;
      changes.close();
      memberEvents.close();
      await drain(server);
      chainWork.stop();
      await jobs?.stop();
      await chainWork.release().catch(() => undefined);
      bucket?.close();
      await batcher.close();
      await lanes.close();
      await database.close();
    },
  };
}
