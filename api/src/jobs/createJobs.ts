import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/loop.ts';
import type { Log } from '../log.ts';
import { writeMail } from '../mail/templates.ts';
import { smtpTransport } from '../mail/transport.ts';
import { transferNotices } from '../modules/notices/transferNotices.ts';
import { factorResetJob } from '../modules/support/carryOutFactorReset.ts';
import { termsNotices } from '../modules/terms/termsNotices.ts';
import { sealing } from '../money/sealing.ts';
import { verification } from '../money/verification.ts';
import type { createServices } from '../services.ts';

interface JobParts extends Pick<ReturnType<typeof createServices>, 'tree' | 'outbox' | 'factorResetNews'> {
  readonly config: Config;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly clock: Clock;
}

/** What runs beside the answers. */
export function createJobs({
  config,
  database,
  databaseUrl,
  log,
  clock,
  tree,
  outbox,
  factorResetNews,
}: JobParts): Job[] {
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
