import type { Log } from '../../ground/log.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Job, ReportedFailure } from '../../platform/jobs/job.ts';

/** At most so many journals a seal: a broken one then names a narrow period of time. */
const journalsPerSeal = 1000;

interface SealRow {
  readonly number: string;
  readonly up_to: Date;
  readonly journals: number;
  readonly digest: Buffer;
  readonly more: boolean;
}

/** A seal that was noted where the database cannot take it back. */
interface NotedSeal {
  readonly number: string;
  /** In hexadecimal digits. */
  readonly digest: string;
}

/**
 * Seals the journals that nothing can be added to any more. Each digest also goes to the log, so that whoever
 * collects it holds what the database cannot take back.
 * @param floor without this seal there is no next: what it covered was confirmed and is gone, and another seal would take its
 *   number
 */
export const sealing = (database: Database, log: Log, floor?: NotedSeal): Job => {
  let behind = false;
  let isFloorThere = floor === undefined;
  let isReported = false;
  const seeFloor = async ({ number, digest }: NotedSeal): Promise<void> => {
    const row = await database.one<{ digest: string | null; last: string | null }>(
      `SELECT (SELECT encode(digest, 'hex') FROM journal_seal WHERE number = $1::bigint) AS digest, max(number) AS last FROM journal_seal`,
      [number],
    );
    isFloorThere = row?.digest === digest;
    if (isFloorThere) return;
    if (!isReported)
      log.error(
        { alarm: 'seals were lost', floor: number, last: row?.last ?? null, other: row?.digest ?? null },
        'the seal of SEAL_FLOOR is not in the database: what it confirmed is lost, and nothing is sealed until that is clear',
      );
    isReported = true;
    throw new ReportedFailure('seals_lost');
  };
  return {
    name: 'seal',
    pauseMs: 60_000,
    async run() {
      if (floor && !isFloorThere) await seeFloor(floor);
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
