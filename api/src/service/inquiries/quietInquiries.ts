import { quietInquiryDays } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

const most = 500;

/**
 * Closes what was answered and has been quiet since, and with it ends the support's access to the member's records. What waits for
 * an answer stays open: it is ours to answer.
 */
export const quietInquiries = (database: Database, clock: Clock): Job => ({
  name: 'quiet inquiries',
  everyMs: 3_600_000,
  async run() {
    const before = new Date(clock.now().getTime() - quietInquiryDays * 86_400_000);
    const closed = await database.rows(
      `UPDATE inquiry SET status = 'closed' WHERE status = 'answered' AND id IN (
         SELECT i.id FROM inquiry i
           JOIN LATERAL (SELECT created_at FROM inquiry_message WHERE inquiry = i.id ORDER BY id DESC LIMIT 1) AS last ON true
          WHERE i.status = 'answered' AND last.created_at < $1 ORDER BY i.id LIMIT $2) RETURNING id`,
      [before, most],
    );
    return closed.length === most;
  },
});
