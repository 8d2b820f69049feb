import type { ChainWork } from '../chain/chainWork.ts';
import { bitcoinPayoutJob } from '../chain/payouts/bitcoinPayoutJob.ts';
import { writeRefusedCalls } from '../delivery/releases/live/refusedCalls.ts';
import { forgetLoads, watchReleases } from '../delivery/releases/live/watch.ts';
import { demoRates } from '../development/demo/demoRates.ts';
import type { LocalChains } from '../development/localChain/localChains.ts';
import { mining } from '../development/localChain/mining.ts';
import { pushJob } from '../governance/notifications/push/pushJob.ts';
import { PushOutbox } from '../governance/notifications/push/pushOutbox.ts';
import { transferNotices } from '../governance/notifications/transferNotices.ts';
import { RateService } from '../governance/rules/rateService.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { factorResetJob } from '../identity/security/factorResets/carryOutFactorReset.ts';
import { termsNotices } from '../identity/terms/termsNotices.ts';
import type { Past } from '../ledger/past.ts';
import { sealing } from '../ledger/verification/sealing.ts';
import { verification } from '../ledger/verification/verification.ts';
import type { Database } from '../platform/db/database.ts';
import { forgetting } from '../platform/jobs/forgetting.ts';
import type { Job } from '../platform/jobs/job.ts';
import { mailConnections, mailJobs } from '../platform/mail/mailJob.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { bonusClosing, dueSales } from '../products/bonus/bonusClosing.ts';
import { bonusPayouts } from '../products/bonus/bonusPayouts.ts';
import { certificates } from '../products/packages/certificates.ts';
import { packageReleases } from '../products/packages/packageReleases.ts';
import { releaseMails } from '../products/packages/releaseMails.ts';
import { stakeMaturities } from '../products/stakes/stakeMaturities.ts';
import { stakeNotices } from '../products/stakes/stakeNotices.ts';
import { quietInquiries } from '../service/inquiries/quietInquiries.ts';
import { coverageMeasuring } from '../service/solvency/coverageMeasuring.ts';
import { Solvency } from '../service/solvency/solvency.ts';
import type { createDelivery } from './delivery.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

interface JobParts extends Services {
  readonly config: Settings;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly past: Past;
  readonly delivery: ReturnType<typeof createDelivery>;
  readonly chainWork: ChainWork;
  /** In development. */
  readonly localChains?: LocalChains | undefined;
  readonly demoRates?: string | undefined;
}

/** What each process does for itself: it is about what this one holds. */
export function createOwnJobs({ delivery, past, log }: Pick<JobParts, 'delivery' | 'past' | 'log'>): Job[] {
  return [writeRefusedCalls(delivery.refusedCalls, log), delivery.arriving, past.job()].filter(
    (job) => job !== undefined,
  );
}

/** What runs alongside the answers, in one process at a time. */
export function createJobs(parts: Omit<JobParts, 'past'>): Job[] {
  const { config, database, databaseUrl, log, clock, delivery, localChains } = parts;
  const { tree, rules, notifier, outbox, rates } = parts;
  const { smtpUrl, mailFrom, productName, publicOrigin } = config;
  const jobs: Job[] = [
    { name: 'team roll-up', pauseMs: 200, run: async () => (await tree.rollUp()) > 0 },
    sealing(database, log, config.sealFloor),
    dueSales(database),
    bonusClosing(database, tree),
    bonusPayouts(database),
    packageReleases(database),
    releaseMails(database, notifier),
    stakeMaturities(parts.stakeMaturities),
    stakeNotices(database, notifier),
    certificates(database),
    transferNotices(database),
    pushJob({ ...config, outbox: new PushOutbox(database, clock, parts.pushSubscriptions), keys: parts.pushKeys, log }),
    termsNotices(database, clock),
    factorResetJob({ database, clock, rules, notifier, resetNotifier: parts.factorResetNotifier }),
    quietInquiries(database, clock),
    ...(config.verifies ? [verification(database, databaseUrl, log)] : []),
    coverageMeasuring(new Solvency(database, clock)),
    forgetting(database, log),
    watchReleases({ ...delivery, clock, log }),
    forgetLoads(delivery.loads),
    ...parts.chainWork.jobs(),
  ];
  if (smtpUrl !== undefined) {
    const transport = smtpTransport(smtpUrl, mailFrom, mailConnections);
    jobs.push(...mailJobs({ outbox, transport, productName, publicOrigin, log }));
  }
  if (config.bitcoin && config.watchChains) jobs.push(bitcoinPayoutJob(config.bitcoin, parts));
  if (localChains) jobs.push(mining(localChains));
  if (parts.demoRates) {
    const rateService = new RateService(database, clock);
    jobs.push(demoRates({ clock, rates, rateService, ownerUrl: parts.demoRates }));
  }
  return jobs;
}
