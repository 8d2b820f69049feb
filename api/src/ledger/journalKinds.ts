import { journalKinds } from '@trellis/api-contract';
import { ExplainedError } from '../ground/explainedError.ts';
import type { Database } from '../platform/db/database.ts';

/**
 * Sees at the start that the database takes exactly the kinds of this list, so that no kind is ever posted that no
 * history can show.
 * @throws ExplainedError if not
 */
export async function checkJournalKinds(database: Database): Promise<void> {
  const row = await database.one<{ text: string }>(
    `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE conname = 'journal_kind_known' AND contypid = 'journal_kind'::regtype`,
  );
  const held = [...(row?.text ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  const listed = Object.keys(journalKinds);
  if (held.length !== listed.length || !listed.every((kind) => held.includes(kind)))
    throw new ExplainedError(
      `Kinds of journals differ: the database takes ${held.sort().join(', ')}; this version knows ${listed.sort().join(', ')}.`,
    );
}
