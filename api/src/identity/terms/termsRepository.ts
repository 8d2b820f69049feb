import type { Language, TermsDocument } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Database } from '../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../platform/db/table.ts';
import type { TermsTexts } from './termsTexts.ts';

/** A version of a document, as members accept it. */
export interface TermsVersion {
  readonly document: TermsDocument;
  readonly version: number;
}

export interface PublishedTerms extends TermsVersion {
  readonly publishedAt: Date;
}

/** The latest version of a document, in one language. */
export interface TermsPage {
  readonly version: number;
  readonly publishedAt: Date;
  readonly title: string;
  readonly sections: AnswerOf<'member', 'getDocument'>['sections'];
}

/** How far members have been notified of a publication; done when `doneAt` is set. */
const noticeTable = table('terms_notice', {
  publication: column.id,
  upTo: column.bigint,
  doneAt: column.orNull(column.moment),
});

/** The version of each document that holds now. */
const current = `SELECT document, max(version) AS version, max(publication) AS publication FROM terms_document GROUP BY document`;

/**
 * Reads and writes of the documents, of who agreed to which, and of `member.terms_agreed`: the last publication up to
 * which a member has agreed to all.
 */
export class TermsRepository {
  readonly #database: Database;
  readonly #notices: TableModel<RowOf<typeof noticeTable>>;

  constructor(database: Database) {
    this.#database = database;
    this.#notices = database.model(noticeTable);
  }

  /** `undefined` if it was never published. */
  latest(document: TermsDocument, language: Language): Promise<TermsPage | undefined> {
    return this.#database.one(
      `SELECT version, published_at AS "publishedAt", texts -> $2 ->> 'title' AS title, texts -> $2 -> 'sections' AS sections
         FROM terms_document WHERE document = $1 ORDER BY version DESC LIMIT 1`,
      [document, language],
    );
  }

  current(): Promise<TermsVersion[]> {
    return this.#database.rows(current);
  }

  /** Current versions that the member has not accepted. */
  dueFor(memberId: string): Promise<TermsVersion[]> {
    return this.#database.rows(
      `SELECT document, version FROM (${current}) AS current
        WHERE NOT EXISTS (SELECT 1 FROM terms_acceptance a WHERE a.member = $1 AND a.document = current.document
                             AND a.version = current.version)
        ORDER BY document`,
      [memberId],
    );
  }

  /** Records what a member agreed to; what they had agreed to before stays as it was. */
  async accept(memberId: string, accepted: readonly TermsVersion[], now: Date): Promise<void> {
    await this.#database.change(
      `INSERT INTO terms_acceptance SELECT $1, document, version, $4 FROM unnest($2::text[], $3::int[]) AS a (document, version)
       ON CONFLICT DO NOTHING`,
      [memberId, accepted.map(({ document }) => document), accepted.map(({ version }) => String(version)), now],
      { rows: 'any' },
    );
  }

  /**
   * Notes that the member has agreed to all that holds, if that is so. One statement, one view: a version that is
   * published meanwhile is not counted as agreed to.
   */
  async noteAgreed(memberId: string): Promise<void> {
    await this.#database.change(
      `WITH current AS (${current})
       UPDATE member SET terms_agreed = (SELECT max(publication) FROM current)
        WHERE id = $1 AND NOT EXISTS (
          SELECT 1 FROM current WHERE NOT EXISTS (SELECT 1 FROM terms_acceptance a WHERE a.member = $1
               AND a.document = current.document AND a.version = current.version))`,
      [memberId],
      { rows: 'any' },
    );
  }

  /** Records that a member agreed to all that holds, in one view as well. */
  async acceptCurrent(memberId: string, now: Date): Promise<void> {
    await this.#database.change(
      `WITH current AS (${current}), accepted AS (
         INSERT INTO terms_acceptance SELECT $1, document, version, $2 FROM current ON CONFLICT DO NOTHING)
       UPDATE member SET terms_agreed = coalesce((SELECT max(publication) FROM current), 0) WHERE id = $1`,
      [memberId, now],
      { rows: 1 },
    );
  }

  /** Until the transaction ends nobody else publishes: a publication must not appear behind one that somebody agreed to. */
  async lockPublishing(): Promise<void> {
    await this.#database.rows('SELECT lock_terms()');
  }

  /**
   * Adds the next version of a document, which members are notified of. Only the owner of the database may: for all others it
   * takes two admins. @returns its version
   */
  async publish(document: TermsDocument, texts: TermsTexts, publishedAt: Date): Promise<number> {
    const row = await this.#database.one<{ version: number; publication: string }>(
      `INSERT INTO terms_document (document, version, texts, published_at)
       SELECT $1, coalesce(max(version), 0) + 1, $2::jsonb, $3 FROM terms_document WHERE document = $1
       RETURNING version, publication`,
      [document, JSON.stringify(texts), publishedAt],
    );
    if (!row) throw new Error('the version was not stored');
    await this.#notices.create({ publication: row.publication });
    return row.version;
  }

  /** Adds version 1 where there is none; nobody is notified. Several processes may do so at once. */
  async publishFirst(document: TermsDocument, texts: TermsTexts, publishedAt: Date): Promise<void> {
    await this.#database.change(
      `INSERT INTO terms_document (document, version, texts, published_at)
       SELECT $1, 1, $2::jsonb, $3 WHERE NOT EXISTS (SELECT 1 FROM terms_document WHERE document = $1)
       ON CONFLICT DO NOTHING`,
      [document, JSON.stringify(texts), publishedAt],
      { rows: 'any' },
    );
  }

  /** Whether one of the earlier texts of a document is the one that holds, and that of now was never published. */
  async isOutgrown(document: TermsDocument, now: TermsTexts, earlier: readonly TermsTexts[]): Promise<boolean> {
    const row = await this.#database.one(
      `SELECT 1 FROM terms_document
        WHERE document = $1 AND version = (SELECT max(version) FROM terms_document WHERE document = $1)
          AND texts IN (SELECT jsonb_array_elements($2::jsonb))
          AND NOT EXISTS (SELECT 1 FROM terms_document WHERE document = $1 AND texts = $3::jsonb)`,
      [document, JSON.stringify(earlier), JSON.stringify(now)],
    );
    return row !== undefined;
  }

  /** Every version there is, newest first. */
  list(): Promise<PublishedTerms[]> {
    return this.#database.rows(
      'SELECT document, version, published_at AS "publishedAt" FROM terms_document ORDER BY publication DESC',
    );
  }

  /** Claims the first publication that members are still to be notified of; `upTo` is the last member who was. */
  nextToNotify(): Promise<{ publication: string; upTo: string; document: TermsDocument } | undefined> {
    return this.#database.one(
      `SELECT n.publication, n.up_to AS "upTo", d.document FROM terms_notice n JOIN terms_document d USING (publication)
        WHERE n.done_at IS NULL ORDER BY n.publication LIMIT 1 FOR UPDATE OF n SKIP LOCKED`,
    );
  }

  /** @param doneAt if that was everybody */
  async noteNotified(publication: string, upTo: string, doneAt: Date | null): Promise<void> {
    await updateOne(this.#notices, { upTo, doneAt }, { publication });
  }
}
