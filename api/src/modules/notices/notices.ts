import type { NoticeParams, NoticeTemplate, noticeTemplates } from '@trellis/api-contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';

/** A notice of one template: its kind and what its text names come from the contract's list. */
export interface NoticeOf<Template extends NoticeTemplate> {
  readonly memberId: string;
  readonly kind: (typeof noticeTemplates)[Template]['kind'];
  readonly template: Template;
  readonly params: NoticeParams<Template>;
  /** A path of the product, to what the notice is about. */
  readonly link?: string;
}

export type NewNotice = { [Template in NoticeTemplate]: NoticeOf<Template> }[NoticeTemplate];

/** What members are told in the product. */
export class Notices {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds a notice inside the caller's transaction: what it tells of is there together with it or not at all. */
  async add({ memberId, kind, template, params, link }: NewNotice): Promise<void> {
    await this.#database.query(
      `INSERT INTO notice (member, kind, template, params, link, created_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $6) RETURNING 1`,
      [memberId, kind, template, JSON.stringify(params), link ?? null, this.#clock.now()],
    );
  }
}
