import type { MemberEvents } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/lanes.ts';

/** One thing that members' open pages are kept informed of. */
export interface Topic<Name extends keyof MemberEvents = keyof MemberEvents> {
  /** The event's name in the stream. */
  readonly name: Name;
  /**
   * How it stands with each of many members: a query over `asked (member bigint)` with the columns `member` and `reported`, a
   * jsonb in the event's form. Who is missing in the answer is shown nothing.
   */
  readonly sql: string;
  /** A table with a growing `id` that gets a row of the member's, in the column `member`, whenever this has changed. */
  readonly writtenIn?: { readonly table: string; readonly member: string };
  /**
   * A query of those for whom it changes at present, with the columns `member` and `mark`: another mark is news. `since (at)` is
   * from when on it has to look. It is asked every second, whoever has a page open.
   */
  readonly atPresent?: string;
  /** An expression that is another when it has become another for everybody. */
  readonly ofEverybody?: string;
}

/** A topic whose event only says that something has changed, by a mark that is another then. */
export const markTopic = <Name extends 'balances' | 'deposits' | 'withdrawals' | 'stakes' | 'team'>(
  name: Name,
  { mark, joins = '', ...news }: { readonly mark: string; readonly joins?: string } & Omit<Topic, 'name' | 'sql'>,
): Topic<Name> => ({
  name,
  sql: `SELECT asked.member, jsonb_build_object('mark', coalesce((${mark})::text, '')) AS reported FROM asked ${joins}`,
  ...news,
});

/** How it stands with members: by event, then by member, as the text of its JSON. */
export type Reported = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * All topics, asked in one statement for many members, however many topics there are. Of each topic one row comes back: a row
 * for each member and topic would cost more than asking does.
 */
export class Topics {
  readonly #database: Database;
  readonly #statement: Statement;

  constructor(database: Database, topics: readonly Topic[]) {
    this.#database = database;
    const parts = topics.map(
      ({ name, sql }) =>
        `SELECT '${name}' AS topic, json_object_agg(member, reported::text) AS reported FROM (${sql}) AS ${name}`,
    );
    this.#statement = {
      name: 'topics',
      text: `WITH asked AS (SELECT unnest($1::bigint[]) AS member)\n${parts.join('\nUNION ALL\n')}`,
    };
  }

  /** The marks of one member, and how many notices are unread: what a page compares its first events with. */
  async marksOf(memberId: string): Promise<Readonly<Record<string, string>>> {
    const reported = await this.read([memberId]);
    return Object.fromEntries(
      [...reported].flatMap(([name, byMember]) => {
        const { mark, unread } = JSON.parse(byMember[memberId] ?? '{}') as { mark?: unknown; unread?: unknown };
        const now = mark ?? unread;
        return now === undefined ? [] : [[name, String(now)]];
      }),
    );
  }

  async read(memberIds: readonly string[]): Promise<Reported> {
    const rows = await this.#database.repeated<{ topic: string; reported: Readonly<Record<string, string>> | null }>(
      this.#statement,
      [memberIds],
    );
    return new Map(rows.map(({ topic, reported }) => [topic, reported ?? {}]));
  }
}
