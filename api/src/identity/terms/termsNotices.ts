import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/loop.ts';

const membersPerStep = 1_000;

/** Tells every member of a new version of a document, some at a time; a step that was cut short is done again whole. */
export const termsNotices = (database: Database, clock: Clock): Job => ({
  name: 'terms notices',
  pauseMs: 2_000,
  step: () =>
    database.inTransaction(async () => {
      const round = await database.one<{ publication: string; up_to: string; document: string }>(
        `SELECT n.publication, n.up_to, d.document FROM terms_notice n JOIN terms_document d USING (publication)
          WHERE n.done_at IS NULL ORDER BY n.publication LIMIT 1 FOR UPDATE OF n SKIP LOCKED`,
      );
      if (!round) return false;
      const told = await database.rows<{ member: string }>(
        `INSERT INTO notice (member, kind, template, params, link, created_at)
         SELECT id, 'system', 'termsChanged', '{}', '/' || $2::text, $3 FROM member WHERE id > $1 ORDER BY id LIMIT $4
         RETURNING member`,
        [round.up_to, round.document, clock.now(), membersPerStep],
      );
      const done = told.length < membersPerStep;
      await database.change(
        'UPDATE terms_notice SET up_to = $2, done_at = $3 WHERE publication = $1',
        [
          round.publication,
          told.reduce((last, { member }) => (BigInt(member) > BigInt(last) ? member : last), round.up_to),
          done ? clock.now() : null,
        ],
        { rows: 1 },
      );
      return !done;
    }),
});
