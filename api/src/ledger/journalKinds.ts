import type { Output } from '@trellis/api-contract';
import { ExplainedError } from '../ground/explainedError.ts';
import type { Database } from '../platform/db/database.ts';

export type RecordKind = Output<'listRecords'>['records'][number]['kind'];

interface Seen {
  readonly plus?: RecordKind;
  readonly minus?: RecordKind;
}

/**
 * Every kind of journal, and which record a member sees where one adds to an account of theirs (`plus`) or takes from it
 * (`minus`). A kind that moves nothing but the house's money, or only what is pending, has none.
 */
export const journalKinds = {
  opening: { plus: 'opening', minus: 'opening' },
  deposit: { plus: 'deposit' },
  deposit_aside: {},
  transfer: { plus: 'transfer_in', minus: 'transfer_out' },
  hold: { minus: 'withdrawal' },
  settlement: {},
  release: { plus: 'withdrawal_return' },
  exchange: { plus: 'exchange_in', minus: 'exchange_out' },
  reversal: { plus: 'correction', minus: 'correction' },
} as const satisfies Record<string, Seen>;

export type JournalKind = keyof typeof journalKinds;

/** What a member sees of a journal of this kind. */
export const seenOf = (kind: JournalKind): Seen => journalKinds[kind];

/**
 * Sees at the start that the database takes exactly the kinds of this list, so that no kind is ever posted that no
 * history can show.
 * @throws ExplainedError if not
 */
export async function checkJournalKinds(database: Database): Promise<void> {
  const found = await database.one<{ text: string }>(
    `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'journal_kind_known'`,
  );
  const held = [...(found?.text ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  const listed = Object.keys(journalKinds);
  if (held.length !== listed.length || !listed.every((kind) => held.includes(kind)))
    throw new ExplainedError(
      `Kinds of journals differ: the database takes ${held.sort().join(', ')}; this version knows ${listed.sort().join(', ')}.`,
    );
}
