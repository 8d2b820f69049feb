import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@trellis/api-contract';
import { ChainWork } from '../chain/chainWork.ts';
import { bitcoinPayoutJob } from '../chain/payouts/bitcoinPayoutJob.ts';
import { denyOwnAddresses } from '../chain/payouts/deniedAddresses.ts';
import { Arrivals } from '../delivery/releases/bucket/arrivals.ts';
import type { ReleaseBucket } from '../delivery/releases/bucket/bucket.ts';
import { releaseKeys } from '../delivery/releases/files/keys.ts';
import { ReleaseStore } from '../delivery/releases/files/store.ts';
import { gateOver, VerifiedReleases } from '../delivery/releases/gate/verified.ts';
import { releaseEndpoints } from '../delivery/releases/live/endpoints.ts';
import { ReleaseEvents } from '../delivery/releases/live/events.ts';
import { Loads } from '../delivery/releases/live/loads.ts';
import { bringLive } from '../delivery/releases/live/neededReleases.ts';
import { Releases } from '../delivery/releases/live/releases.ts';
import { forgetLoads, watchReleases } from '../delivery/releases/live/watch.ts';
import { DevelopmentServers } from '../delivery/web/developmentServers.ts';
import { MemberEventStreams } from '../delivery/web/memberEvents.ts';
import { Overrides } from '../delivery/web/overrides.ts';
import { LiveRegistry } from '../delivery/web/registry.ts';
import { WebOrigin, type WebParts } from '../delivery/web/webOrigin.ts';
import { demoRates } from '../development/demo/demoRates.ts';
import { seedDemo } from '../development/demo/seed.ts';
import type { LocalChains } from '../development/localChain/localChains.ts';
import { mining } from '../development/localChain/mining.ts';
import { serveAuthenticator } from '../development/pages/authenticator.ts';
import { serveDevelopmentChain } from '../development/pages/developmentChain.ts';
import { serveDevelopmentClock } from '../development/pages/developmentClock.ts';
import { serveMailbox } from '../development/pages/mailbox.ts';
import { Topics } from '../governance/change/topics.ts';
import { checkLifecycles } from '../governance/lifecycle/lifecycles.ts';
import { noticeEndpoints } from '../governance/notifications/endpoints.ts';
import { noticeTopic } from '../governance/notifications/notices.ts';
import { RateService } from '../governance/rules/rateService.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { memberAudience } from '../identity/access/audience.ts';
import { accessEndpoints } from '../identity/access/endpoints.ts';
import type { HashCost } from '../identity/credentials/passwords.ts';
import { sessionTopic } from '../identity/members/suspensions.ts';
import { securityEndpoints } from '../identity/security/endpoints.ts';
import { supportEndpoints } from '../identity/security/factorResets/endpoints.ts';
import { termsEndpoints } from '../identity/terms/endpoints.ts';
import { termsTopic } from '../identity/terms/terms.ts';
import { Batcher, batcherConnections } from '../ledger/batcher.ts';
import { checkJournalKinds } from '../ledger/journalKinds.ts';
import { Database } from '../platform/db/database.ts';
import { Lanes } from '../platform/db/lanes.ts';
import { createApp } from '../platform/http/app.ts';
import { checkEndpoints, type MemberEndpoints } from '../platform/http/endpoint.ts';
import { Health } from '../platform/http/health.ts';
import { IdempotentCalls } from '../platform/http/idempotency.ts';
import { Invoker } from '../platform/http/invoke.ts';
import { serveOpenApi } from '../platform/http/openApiPage.ts';
import { type Hosts, memberHosts, operatorHosts } from '../platform/http/origin.ts';
import { RateLimits } from '../platform/http/rateLimit.ts';
import { drain, listen } from '../platform/http/serving.ts';
import { createSite } from '../platform/http/site.ts';
import { Jobs } from '../platform/jobs/loop.ts';
import { bonusEndpoints } from '../products/bonus/endpoints.ts';
import { depositTopic } from '../products/deposits/depositList.ts';
import { depositEndpoints } from '../products/deposits/endpoints.ts';
import { exchangeEndpoints } from '../products/exchanges/endpoints.ts';
import { packageEndpoints } from '../products/packages/endpoints.ts';
import { purchaseAnswer } from '../products/packages/purchaseAnswer.ts';
import { stakeEndpoints } from '../products/stakes/endpoints.ts';
import { stakeTopic } from '../products/stakes/stakeTopic.ts';
import { statementEndpoints } from '../products/statements/endpoints.ts';
import { teamEndpoints } from '../products/team/endpoints.ts';
import { teamTopic } from '../products/team/teamTopic.ts';
import type { Tree } from '../products/team/tree.ts';
import { transferEndpoints } from '../products/transfers/endpoints.ts';
import { balanceTopic } from '../products/wallet/balanceTopic.ts';
import { walletEndpoints } from '../products/wallet/endpoints.ts';
import { withdrawalEndpoints } from '../products/withdrawals/endpoints.ts';
import { withdrawalTopic } from '../products/withdrawals/withdrawalRepository.ts';
import { Announcements, announcementTopic } from '../service/announcements/announcements.ts';
import { announcementEndpoints } from '../service/announcements/endpoints.ts';
import { inquiryEndpoints } from '../service/inquiries/endpoints.ts';
import { carryOutDueOf } from './dueOfMember.ts';
import { createJobs } from './jobs.ts';
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

interface ServedHosts {
  readonly members: Hosts;
  readonly operators: Hosts;
}

export function createApplication(options: ApplicationOptions): Application {
  const { config, log, databaseUrl, clock = systemClock, bucket, localChains } = options;
  const database = new Database({
    url: databaseUrl,
    poolSize: config.databasePool,
    prepared: config.preparedStatements,
    // In development: what is bound to a statement is not among it, what a condition names may be.
    ...(!config.production && log.isLevelEnabled('trace') && { onStatement: (sql, ms) => log.trace({ ms }, sql) }),
  });
  const lanes = new Lanes({ url: databaseUrl, connections: batcherConnections, prepared: config.preparedStatements });
  const batcher = new Batcher(lanes, log);
  const services = createServices({ config, database, batcher, clock, log, hashCost: options.hashCost });
  const { transfers } = services;
  const idempotentCalls = new IdempotentCalls(database, {
    transfer: async (owner, journalId) => ({ status: 201, body: await transfers.receiptOf(owner, journalId) }),
    package_purchase: (owner, journalId) => purchaseAnswer(database, owner, journalId),
  });
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const { ring } = releaseKeys(config);
  const events = new ReleaseEvents(database);
  const arrivals = bucket && new Arrivals({ bucket, store, ring, said: (sentence) => log.error(sentence) });
  const releases = new Releases(events, store, gateOver(store, ring), arrivals);
  const loads = new Loads(database, events, clock);
  const whatIsDue = (memberId: string): Promise<void> => carryOutDueOf({ database, log, ...services }, memberId);
  const served: MemberEndpoints = [
    ...accessEndpoints({ config, ...services }),
    ...securityEndpoints({ config, database, clock, ...services }),
    ...supportEndpoints(services),
    ...walletEndpoints({
      idempotentCalls,
      carryOutDueOf: whatIsDue,
      ...services,
    }),
    ...depositEndpoints(services),
    ...statementEndpoints({ ...services, productName: config.productName, clock }),
    ...transferEndpoints(transfers),
    ...exchangeEndpoints({ database, clock, ...services }),
    ...packageEndpoints({ database, clock, log, ...services }),
    ...stakeEndpoints({ database, clock, carryOutDueOf: whatIsDue, ...services }),
    ...withdrawalEndpoints(services),
    ...teamEndpoints(services),
    ...bonusEndpoints({ database, clock, carryOutDueOf: whatIsDue, ...services }),
    ...noticeEndpoints(services),
    ...announcementEndpoints(new Announcements(database, clock)),
    ...inquiryEndpoints(services),
    ...termsEndpoints(services),
    ...releaseEndpoints(loads),
  ];
  let hosts: ServedHosts = { members: new Map(), operators: new Map() };
  const { sessions, actions } = services;
  const members = memberAudience({ config, sessions, actions, idempotentCalls, hosts: () => hosts.members });
  checkEndpoints(Object.keys(endpoints), served, members.policies);
  const rateLimits = new RateLimits(database, served, config.rateLimitFactor);
  const { securityEvents } = services;
  const invoker = new Invoker(members, {
    database,
    rateLimits,
    securityRecords: securityEvents,
    checked: !config.production,
  });

  const developmentServers = new DevelopmentServers(config.developmentServers);
  const verified = new VerifiedReleases(store, ring, (sentence) => log.error(sentence));
  const registry = new LiveRegistry(events, verified, developmentServers, config.loadTimeoutMs, arrivals);
  const topics = new Topics(database, [
    noticeTopic,
    sessionTopic,
    balanceTopic,
    depositTopic,
    withdrawalTopic,
    stakeTopic,
    teamTopic,
    termsTopic,
    announcementTopic,
  ]);
  const overrides = new Overrides({ ring, clock });
  const webParts: WebParts = { config, clock, log, registry, store, verified, arrivals, developmentServers, overrides };
  const memberWeb = new WebOrigin(members, served, invoker, webParts, async ({ member }) =>
    member ? topics.marksOf(member.id) : undefined,
  );
  const memberEvents = new MemberEventStreams({
    config,
    audience: members,
    sessions: services.sessions,
    log,
    topics,
    releasesOf: memberWeb.releasesOf,
  });
  const operatorApi = createOperatorApi({
    config,
    database,
    clock,
    events,
    releases,
    loads,
    hosts: () => hosts.operators,
    ...services,
  });
  const operators = operatorSite(operatorApi, database, webParts);
  // In development a page without a shell says what to do.
  const health = new Health({
    database,
    log,
    shellFault: async () => (config.production ? registry.shellFault() : undefined),
  });
  const app = createApp({
    config,
    log,
    health,
    sites: [
      createSite(
        members,
        served,
        { config, invoker },
        [
          serveOpenApi(),
          serveMailbox(config, services.outbox),
          serveDevelopmentClock(clock, database),
          serveDevelopmentChain(config, { database, localChains }),
          serveAuthenticator(config, { database, clock, secrets: services.memberSecrets }),
          memberEvents.middleware(),
          ...memberWeb.middleware,
        ],
        memberWeb.failedPage,
      ),
      operators.site,
    ],
  });
  const server = createServer(
    // A silent connection is kept for longer than proxies keep theirs (60 s, most of them): whoever lets go first must not
    // be the one who is about to be asked.
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 },
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
    async seedDemo(ownerUrl) {
      // Its members agree to them.
      await services.terms.publishFirst();
      await seedDemo({ database, clock, ...services }, ownerUrl);
    },
    async listen() {
      await checkJournalKinds(database);
      await checkLifecycles(database);
      await services.rules.check();
      await services.terms.publishFirst();
      const arriving = arrivals && bringLive(arrivals, events);
      await denyOwnAddresses(database, config);
      // The first page has what is live, unless the bucket does not answer: then what is here.
      await arriving?.run(new AbortController().signal);
      const port = await listen(server, config);
      hosts = { members: memberHosts(config, port), operators: operatorHosts(config, port) };
      jobs = new Jobs(
        [
          ...createJobs({ config, database, databaseUrl, log, clock, ...services }),
          watchReleases({ events, loads, releases, clock, log }),
          forgetLoads(loads),
          ...chainWork.jobs(),
          ...(config.bitcoin && config.watchChains ? [bitcoinPayoutJob(config.bitcoin, { log, ...services })] : []),
          ...(localChains ? [mining(localChains)] : []),
          ...(options.demoRates
            ? [
                demoRates({
                  clock,
                  rates: services.rates,
                  rateService: new RateService(database, clock),
                  ownerUrl: options.demoRates,
                }),
              ]
            : []),
          ...(arriving ? [arriving] : []),
        ],
        { database, clock, log },
      );
      // What keeps it from working is said at once.
      await health.isReady();
      return port;
    },
    async close(hurry) {
      health.stop();
      // Whoever hands requests out has to notice first; until then they are answered as ever.
      if (server.listening && config.shutdownGraceMs > 0)
        await delay(config.shutdownGraceMs, undefined, { signal: hurry }).catch(() => undefined);
      memberWeb.close();
      operators.close();
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
