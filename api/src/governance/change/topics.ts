import type { MemberEvents } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';

/** One thing that members' open pages are kept informed of. */
export interface Topic<Name extends keyof MemberEvents = keyof MemberEvents> {
  /** The event's name in the stream. */
  readonly name: Name;
  /**
   * How it stands with each of many members: a query over `asked (member bigint)` with the columns `member` and `reported`, a
   * jsonb in the event's form. Who is missing in the answer is shown nothing.
   */
  readonly sql: string;
}

/** A topic whose event only says that something has changed, by a mark that is another then. */
export const markTopic = <Name extends 'balances' | 'deposits' | 'withdrawals' | 'stakes' | 'team'>(
  name: Name,
  mark: string,
  joins = '',
): Topic<Name> => ({
  name,
  sql: `SELECT asked.member, jsonb_build_object('mark', coalesce((${mark})::text, '')) AS reported FROM asked ${joins}`,
});

/** How it stands with members: by event, then by member, as the text of its JSON. */
export type Reported = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * All topics, asked in one statement for many members, however many topics there are. Of each topic one row comes back: a row
 * for each member and topic would cost more than asking does.
 */
export class Topics {
  readonly #database: Database;
  readonly #sql: string;

  constructor(database: Database, topics: readonly Topic[]) {
    this.#database = database;
    const parts = topics.map(
      ({ name, sql }) =>
        `SELECT '${name}' AS topic, json_object_agg(member, reported::text) AS reported FROM (${sql}) AS ${name}`,
    );
    this.#sql = `WITH asked AS (SELECT unnest($1::bigint[]) AS member)\n${parts.join('\nUNION ALL\n')}`;
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
    const rows = await this.#database.rows<{ topic: string; reported: Readonly<Record<string, string>> | null }>(
      this.#sql,
      [memberIds],
    );
    return new Map(rows.map(({ topic, reported }) => [topic, reported ?? {}]));
  }
}
