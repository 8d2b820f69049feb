import type { Log } from '../../ground/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** At most so many journals a seal: a broken one then names a narrow period of time. */
const journalsPerSeal = 1000;

interface SealRow {
  readonly number: string;
  readonly up_to: Date;
  readonly journals: number;
  readonly digest: Buffer;
  readonly more: boolean;
}

/**
 * Seals the journals that nothing can be added to any more. Each digest also goes to the log, so that whoever
 * collects it holds what the database cannot take back.
 */
export const sealing = (database: Database, log: Log): Job => {
  let behind = false;
  return {
    name: 'seal',
    pauseMs: 60_000,
    async run() {
      // Once for all seals of a row: each of them searches by time.
      if (!behind) await database.rows('SELECT summarize_times()');
      const seal = await database.one<SealRow>('SELECT * FROM seal_next($1)', [journalsPerSeal]);
      behind = seal?.more ?? false;
      if (!seal) return false;
      const { number, up_to: upTo, journals, digest } = seal;
      log.info({ seal: number, upTo, journals, digest: digest.toString('hex') }, 'sealed');
      return behind;
    },
  };
};
