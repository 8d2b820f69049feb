import type { Log } from '../../ground/log.ts';
import type { Database } from '../db/database.ts';
import type { Job } from './job.ts';

/** Of each table at once, so that no transaction of it is long. */
const most = 2_000;
const everyMs = 3_600_000;

/** Forgets what is kept for a time only (sql/retention.sql), an hour after the last time. */
export const forgetting = (database: Database, log: Log): Job => ({
  name: 'forgetting',
  everyMs,
  async run() {
    const rows = await database.inTransaction(() =>
      database.rows<{ readonly name: string; readonly forgotten: number }>('SELECT * FROM forget_old($1)', [most]),
    );
    if (rows.length > 0)
      log.info({ forgotten: Object.fromEntries(rows.map(({ name, forgotten }) => [name, forgotten])) }, 'forgotten');
    return rows.some(({ forgotten }) => forgotten === most);
  },
});
