import { type NoticeKind, type NoticeTemplate, noticeTemplates, type Parsed } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Topic } from '../change/topics.ts';

interface NewNotice {
  readonly memberId: string;
  readonly kind: NoticeKind;
  readonly template: NoticeTemplate;
  /** What the template's text names; moments as RFC 3339. */
  readonly params: Readonly<Record<string, string>>;
  /** A path of the product, to what the notice is about. */
  readonly link?: string | undefined;
}

interface NoticeForMembers {
  readonly after: string;
  readonly limit: number;
  readonly template: NoticeTemplate;
  readonly link: string;
}

interface NoticeRow {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly template: NoticeTemplate;
  readonly params: Record<string, string>;
  readonly link: string | null;
  readonly created_at: Date;
  readonly read: boolean;
}

const defaultLimit = 20;
/** Counted no further: nobody needs to know whether it is more. */
const mostUnread = 100;
const columns = 'id, kind, template, params, link, created_at, read_at IS NOT NULL AS read';

/** What members are shown in the product. Every query is the owner's own: another's notice is as good as none. */
export class Notices {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds a notice inside the caller's transaction; `Report` does. */
  async add({ memberId, kind, template, params, link }: NewNotice): Promise<void> {
    await this.#database.change(
      `INSERT INTO notice (member, kind, template, params, link, created_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $6)`,
      [memberId, kind, template, JSON.stringify(params), link ?? null, this.#clock.now()],
      { rows: 1 },
    );
  }

  /**
   * Adds one notice without parameters for each of the next members, inside the caller's transaction.
   * @param after the id of the last member who has it
   * @returns their ids, in order; fewer than `limit` when that was everybody
   */
  async addForMembers({ after, limit, template, link }: NoticeForMembers): Promise<string[]> {
    const reported = await this.#database.rows<{ member: string }>(
      `WITH reported AS (
         INSERT INTO notice (member, kind, template, params, link, created_at)
         SELECT id, $5, $6, '{}', $2, $3 FROM member WHERE id > $1 ORDER BY id LIMIT $4
         RETURNING member)
       SELECT member FROM reported ORDER BY member`,
      [after, link, this.#clock.now(), limit, noticeTemplates[template].kind, template],
    );
    return reported.map(({ member }) => member);
  }

  /** Newest first; `after` is the last one of the page before. */
  async page(memberId: string, { kind, after, limit = defaultLimit }: Parsed<'listNotices'>) {
    const rows = await this.#database.rows<NoticeRow>(
      `SELECT ${columns} FROM notice
        WHERE member = $1 AND ($2::text IS NULL OR kind = $2) AND ($3::bigint IS NULL OR id < $3::bigint)
        ORDER BY id DESC LIMIT $4`,
      [memberId, kind ?? null, after ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit);
    return { notices: shown.map(present), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /** `undefined`: there is none, or it is another member's. */
  async find(memberId: string, id: string): Promise<AnswerOf<'member', 'getNotice'> | undefined> {
    const row = await this.#database.one<NoticeRow>(`SELECT ${columns} FROM notice WHERE member = $1 AND id = $2`, [
      memberId,
      id,
    ]);
    return row && present(row);
  }

  /** @returns whether there is such a notice of the member's; one that was read before stays as it is */
  async markRead(memberId: string, id: string): Promise<boolean> {
    const changed = await this.#database.change(
      'UPDATE notice SET read_at = coalesce(read_at, $3) WHERE member = $1 AND id = $2',
      [memberId, id, this.#clock.now()],
      { rows: 'any' },
    );
    return changed > 0;
  }

  async markReadUpTo(memberId: string, upTo: string): Promise<void> {
    await this.#database.change(
      'UPDATE notice SET read_at = $3 WHERE member = $1 AND id <= $2 AND read_at IS NULL',
      [memberId, upTo, this.#clock.now()],
      { rows: 'any' },
    );
  }

  /** Unread notices of a member, at most 100. */
  async unread(memberId: string): Promise<number> {
    const row = await this.#database.one<{ unread: number }>(`SELECT ${unreadOf('$1::bigint')} AS unread`, [memberId]);
    return row?.unread ?? 0;
  }
}

const unreadOf = (member: string): string =>
  `(SELECT count(*)::int FROM (
      SELECT 1 FROM notice n WHERE n.member = ${member} AND n.read_at IS NULL LIMIT ${mostUnread}) AS counted)`;

export const noticeTopic: Topic<'notice'> = {
  name: 'notice',
  sql: `SELECT member, jsonb_build_object('unread', ${unreadOf('asked.member')}) AS reported FROM asked`,
  writtenIn: { table: 'notice', member: 'member' },
};

const present = ({ created_at: at, ...row }: NoticeRow): AnswerOf<'member', 'getNotice'> => ({ ...row, at });
