import { transferNotices } from '../governance/notifications/transferNotices.ts';
import type { Clock } from '../ground/clock.ts';
import type { Config } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { factorResetJob } from '../identity/security/factorResets/carryOutFactorReset.ts';
import { termsNotices } from '../identity/terms/termsNotices.ts';
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
import { stakeMaturities as stakeMaturitiesJob } from '../products/stakes/stakeMaturities.ts';
import { stakeNotices } from '../products/stakes/stakeNotices.ts';
import type { createServices } from './services.ts';

interface JobParts
  extends Pick<
    ReturnType<typeof createServices>,
    'tree' | 'outbox' | 'rules' | 'notifier' | 'factorResetNotifier' | 'stakeMaturities'
  > {
  readonly config: Config;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly clock: Clock;
}

/** What runs alongside the answers. */
export function createJobs({
  config,
  database,
  databaseUrl,
  log,
  clock,
  tree,
  outbox,
  rules,
  factorResetNotifier,
  notifier,
  stakeMaturities,
}: JobParts): Job[] {
  const { smtpUrl, mailFrom, productName, publicOrigin } = config;
  const jobs: Job[] = [
    { name: 'team roll-up', pauseMs: 200, run: async () => (await tree.rollUp()) > 0 },
    sealing(database, log),
    dueSales(database),
    bonusClosing(database, tree),
    bonusPayouts(database),
    packageReleases(database),
    releaseMails(database, notifier),
    stakeMaturitiesJob(stakeMaturities),
    stakeNotices(database, notifier),
    certificates(database),
    transferNotices(database),
    termsNotices(database, clock),
    factorResetJob({ database, clock, rules, notifier, resetNotifier: factorResetNotifier }),
    verification(database, databaseUrl, log),
    forgetting(database, log),
  ];
  if (smtpUrl !== undefined) {
    const transport = smtpTransport(smtpUrl, mailFrom, mailConnections);
    jobs.push(...mailJobs({ outbox, transport, productName, publicOrigin, log }));
  }
  return jobs;
}
