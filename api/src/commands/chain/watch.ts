/** `npm run chain:watch`: watches the chains in a process of its own, until it is asked to stop. */

import { checkChains } from '../../chain/config/checkChains.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { Jobs } from '../../platform/jobs/loop.ts';
import { run } from '../run.ts';
import { withParts } from './parts.ts';

const usage = `Usage: npm run chain:watch
Watches the chains in a process of its own, until it is asked to stop; the product then has CHAIN_WATCH=off.`;

run(usage, () =>
  withParts(async ({ chains, work, database, clock, log }) => {
    await checkChains(chains, log);
    const { home } = (await database.one<{ home: boolean }>('SELECT is_home() AS home')) ?? {};
    if (!home) throw new ExplainedError('The database is a copy, as a restore makes it: npm run restore -- take-over');
    const jobs = new Jobs(work.jobs(), { database, clock, log });
    log.info({ chains: [...chains.keys()] }, 'watching');
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    });
    work.stop();
    await jobs.stop();
    await work.release();
  }),
);
