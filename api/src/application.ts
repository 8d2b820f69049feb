import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { endpoints } from '@trellis/api-contract';
import { ChainWork } from './chain/chainWork.ts';
import { bitcoinPayoutJob } from './chain/payouts/bitcoinPayoutJob.ts';
import { denyOwnAddresses } from './chain/payouts/deniedAddresses.ts';
import { isVerifiable } from './chain/payouts/verifiable.ts';
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
import { createSite } from './http/site.ts';
import { type Job, Jobs } from './jobs/loop.ts';
import type { LocalChains } from './localChain/localChains.ts';
import { mining } from './localChain/mining.ts';
import type { Log } from './log.ts';
import { Outbox } from './mail/outbox.ts';
import { writeMail } from './mail/templates.ts';
import { smtpTransport } from './mail/transport.ts';
import { memberAudience } from './modules/access/audience.ts';
import { CodeMails } from './modules/access/codeMails.ts';
import { EmailCodes } from './modules/access/emailCodes.ts';
import { Entry } from './modules/access/entry.ts';
import { LoginFailures } from './modules/access/failures.ts';
import { LogIn } from './modules/access/logIn.ts';
import { Passwords } from './modules/access/passwords.ts';
import { accessRoutes } from './modules/access/routes.ts';
import { maximumSessions, Sessions } from './modules/access/session.ts';
import { createDeposits } from './modules/deposits/createDeposits.ts';
import { depositRoutes } from './modules/deposits/routes.ts';
import { Exchanges } from './modules/exchanges/exchanges.ts';
import { exchangeRoutes } from './modules/exchanges/routes.ts';
import { Inquiries } from './modules/inquiries/inquiries.ts';
import { inquiryRoutes } from './modules/inquiries/routes.ts';
import { Threads } from './modules/inquiries/threads.ts';
import { MemberRepository } from './modules/members/memberRepository.ts';
import { Registrations } from './modules/members/registration.ts';
import { Notices } from './modules/notices/notices.ts';
import { noticeRoutes } from './modules/notices/routes.ts';
import { transferNotices } from './modules/notices/transferNotices.ts';
import { Actions } from './modules/security/actions.ts';
import { AddressBook } from './modules/security/addressBook.ts';
import { Devices } from './modules/security/devices.ts';
import { EmailChange } from './modules/security/emailChange.ts';
import { Factors } from './modules/security/factors.ts';
import { GoogleBinding } from './modules/security/googleBinding.ts';
import { OldPassword } from './modules/security/oldPassword.ts';
import { PasskeyChallenges } from './modules/security/passkeyChallenges.ts';
import { PasskeyProofs } from './modules/security/passkeyProofs.ts';
import { Passkeys } from './modules/security/passkeys.ts';
import { PasswordChange } from './modules/security/passwordChange.ts';
import { RecoveryCodes } from './modules/security/recoveryCodes.ts';
import { securityRoutes } from './modules/security/routes.ts';
import { SecretBox } from './modules/security/secretBox.ts';
import { SecurityMail } from './modules/security/securityMail.ts';
import { statementRoutes } from './modules/statements/routes.ts';
import { factorResetJob } from './modules/support/carryOutFactorReset.ts';
import { FactorResetNews } from './modules/support/factorResetNews.ts';
import { FactorResets } from './modules/support/factorResets.ts';
import { supportRoutes } from './modules/support/routes.ts';
import { Suspensions } from './modules/support/suspensions.ts';
import { teamRoutes } from './modules/team/routes.ts';
import { Tree } from './modules/team/tree.ts';
import { termsRoutes } from './modules/terms/routes.ts';
import { Terms } from './modules/terms/terms.ts';
import { termsNotices } from './modules/terms/termsNotices.ts';
import { transferRoutes } from './modules/transfers/routes.ts';
import { Transfers } from './modules/transfers/transfers.ts';
import { balanceMarks } from './modules/wallet/balanceMarks.ts';
import { Balances } from './modules/wallet/balances.ts';
import { Records } from './modules/wallet/records.ts';
import { walletRoutes } from './modules/wallet/routes.ts';
import { createWithdrawals } from './modules/withdrawals/createWithdrawals.ts';
import { withdrawalRoutes } from './modules/withdrawals/routes.ts';
import { Batcher, batcherConnections } from './money/batcher.ts';
import { Ledger } from './money/ledger.ts';
import { Limits } from './money/limits.ts';
import { Quotes } from './money/quotes.ts';
import { Rates } from './money/rates.ts';
import { sealing } from './money/sealing.ts';
import { Statements } from './money/statements.ts';
import { verification } from './money/verification.ts';
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

const drainMs = 10_000;

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

interface ServiceBase {
  readonly config: Config;
  readonly database: Database;
  readonly batcher: Batcher;
  readonly clock: Clock;
  readonly log: Log;
}

function createServices({ config, database, batcher, clock, log }: ServiceBase) {
  const members = new MemberRepository(database);
  const outbox = new Outbox(database, clock);
  const tree = new Tree(database, clock);
  const passwords = new Passwords();
  const failures = new LoginFailures(database, clock);
  const codes = new EmailCodes(database, clock, config.secrets);
  const ledger = new Ledger(database);
  const limits = new Limits(database);
  const rates = new Rates(database);
  const balances = new Balances(database, clock);
  const threads = new Threads(database);
  const terms = new Terms(database, clock);
  const sessions = new Sessions(database, clock, maximumSessions * config.rateLimitFactor);
  const security = createSecurity({ config, database, clock, outbox, codes, failures, passwords });
  const { factors, devices, securityMail, notices, addressBook } = security;
  return {
    ...security,
    members,
    outbox,
    tree,
    passwords,
    failures,
    codes,
    ledger,
    balances,
    threads,
    terms,
    inquiries: new Inquiries(database, threads, clock),
    sessions,
    codeMails: new CodeMails({ codes, members, outbox, mail: securityMail }),
    entry: new Entry({ database, sessions, factors, devices, notices, mail: securityMail }),
    logIn: new LogIn({ members, passwords, failures, factors, devices }),
    registrations: new Registrations({ database, members, tree, codes, passwords, terms, clock }),
    rates,
    ...createDeposits({ database, clock, chains: config.chains, log, ledger, rates, notices }),
    records: new Records(database, members),
    statements: new Statements(database),
    ...createWithdrawals({
      database,
      clock,
      ledger,
      limits,
      balances,
      rates,
      addressBook,
      notices,
      mail: securityMail,
      isVerifiable: (chain, asset) => isVerifiable(config, chain, asset),
    }),
    exchanges: new Exchanges({ database, ledger, limits, quotes: new Quotes(database, clock), balances, clock }),
    transfers: new Transfers({ database, ledger, batcher, limits, balances, members, tree, clock }),
  };
}

interface SecurityBase {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly codes: EmailCodes;
  readonly failures: LoginFailures;
  readonly passwords: Passwords;
}

/** The parts that keep an account its member's. */
function createSecurity({ config, outbox, ...base }: SecurityBase) {
  const { database, clock, failures, passwords } = base;
  const notices = new Notices(database, clock);
  const securityMail = new SecurityMail(database, outbox);
  const recovery = new RecoveryCodes(database, clock);
  const oldPassword = new OldPassword(database, passwords, failures);
  const common = { ...base, notices, recovery, oldPassword, mail: securityMail };
  const secrets = new SecretBox(config.secrets, 'member google codes');
  const factors = new Factors({ ...common, secrets });
  const challenges = new PasskeyChallenges(database, clock);
  const { publicOrigin } = config;
  const passkeyProofs = new PasskeyProofs({ ...base, challenges, publicOrigin });
  const factorResetNews = new FactorResetNews(database, securityMail, notices);
  return {
    notices,
    memberSecrets: secrets,
    securityMail,
    recovery,
    oldPassword,
    factors,
    devices: new Devices(common),
    actions: new Actions({ ...common, factors, passkeyProofs, enforced: config.secondFactor }),
    passwordChange: new PasswordChange({ ...common, factors }),
    emailChange: new EmailChange(common),
    addressBook: new AddressBook(common),
    passkeyProofs,
    passkeys: new Passkeys({ ...common, challenges, productName: config.productName, publicOrigin }),
    factorResetNews,
    factorResets: new FactorResets({ ...base, news: factorResetNews }),
    suspensions: new Suspensions(common),
    googleBinding: new GoogleBinding({ ...common, secrets, productName: config.productName }),
  };
}

interface JobParts extends Pick<ReturnType<typeof createServices>, 'tree' | 'outbox' | 'factorResetNews'> {
  readonly config: Config;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly clock: Clock;
}

function createJobs({ config, database, databaseUrl, log, clock, tree, outbox, factorResetNews }: JobParts): Job[] {
  const { smtpUrl, mailFrom, productName, publicOrigin } = config;
  const jobs: Job[] = [
    { name: 'team roll-up', pauseMs: 200, step: async () => (await tree.rollUp()) > 0 },
    sealing(database, log),
    transferNotices(database),
    termsNotices(database, clock),
    factorResetJob(database, clock, factorResetNews),
    verification(database, databaseUrl, log),
  ];
  if (smtpUrl !== undefined) {
    const transport = smtpTransport(smtpUrl, mailFrom);
    jobs.push({
      name: 'mail',
      pauseMs: 500,
      step: () =>
        outbox.sendNext(({ recipient, template, language, params }) =>
          transport.send(recipient, writeMail(template, language, { productName, publicOrigin, params })),
        ),
    });
  }
  return jobs;
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : port);
    });
  });
}

/** Answers what is under way, then closes what is left. */
async function drain(server: Server): Promise<void> {
  if (!server.listening) return;
  const hardStop = setTimeout(() => server.closeAllConnections(), drainMs);
  // A connection that was answering becomes idle afterwards, and would wait for its next call.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(hardStop);
}
