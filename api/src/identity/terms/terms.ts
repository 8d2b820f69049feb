import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, type Output, type TermsDocument, termsDocuments } from '@trellis/api-contract';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Topic } from '../../governance/change/topics.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { readTermsTexts, type TermsMarkdown } from './termsTexts.ts';

/** A version of a document, as members accept it. */
export interface TermsVersion {
  readonly document: TermsDocument;
  readonly version: number;
}

export interface PublishedTerms extends TermsVersion {
  readonly publishedAt: Date;
}

interface DocumentRow {
  readonly version: number;
  readonly published_at: Date;
  readonly title: string;
  readonly sections: Output<'getDocument'>['sections'];
}

const publishingLock = 7_718;

/** The version of each document that holds now. */
const current = `SELECT document, max(version) AS version, max(publication) AS publication FROM terms_document GROUP BY document`;

/** The documents that members agree to, in versions that are never changed, and who agreed to which. */
export class Terms {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @throws AppError request.not_found if it was never published */
  async document(document: TermsDocument, language: Language): Promise<Output<'getDocument'>> {
    const row = await this.#database.one<DocumentRow>(
      `SELECT version, published_at, texts -> $2 ->> 'title' AS title, texts -> $2 -> 'sections' AS sections
         FROM terms_document WHERE document = $1 ORDER BY version DESC LIMIT 1`,
      [document, language],
    );
    if (!row) throw new AppError('request.not_found');
    const { version, published_at: publishedAt, title, sections } = row;
    return { document, version, publishedAt: publishedAt.toISOString(), title, sections };
  }

  /** Current versions that the member has not accepted. */
  async due(memberId: string): Promise<TermsVersion[]> {
    return this.#database.rows<TermsVersion>(
      `SELECT document, version FROM (${current}) AS current
        WHERE NOT EXISTS (SELECT 1 FROM terms_acceptance a WHERE a.member = $1 AND a.document = current.document
                             AND a.version = current.version)
        ORDER BY document`,
      [memberId],
    );
  }

  /**
   * Records what the member agreed to, once.
   * @throws AppError terms.outdated if one of these is not the current version: the member has not seen what holds
   */
  async accept(memberId: string, accepted: readonly TermsVersion[]): Promise<void> {
    await this.#database.inTransaction(async () => {
      const held = await this.#database.rows<TermsVersion>(current);
      const isCurrent = ({ document, version }: TermsVersion) =>
        held.some((each) => each.document === document && each.version === version);
      if (!accepted.every(isCurrent)) throw new AppError('terms.outdated');
      await this.#database.change(
        `INSERT INTO terms_acceptance SELECT $1, document, version, $4 FROM unnest($2::text[], $3::int[]) AS a (document, version)
         ON CONFLICT DO NOTHING`,
        [
          memberId,
          accepted.map(({ document }) => document),
          accepted.map(({ version }) => String(version)),
          this.#clock.now(),
        ],
        { rows: 'any' },
      );
      // One statement, one view: a version that is published meanwhile is not counted as agreed to.
      await this.#database.change(
        `WITH current AS (${current})
         UPDATE member SET terms_agreed = (SELECT max(publication) FROM current)
          WHERE id = $1 AND NOT EXISTS (
            SELECT 1 FROM current WHERE NOT EXISTS (SELECT 1 FROM terms_acceptance a WHERE a.member = $1
                 AND a.document = current.document AND a.version = current.version))`,
        [memberId],
        { rows: 'any' },
      );
    });
  }

  /** Records inside the caller's transaction that a new member agreed to all that holds. */
  async acceptCurrent(memberId: string): Promise<void> {
    await this.#database.change(
      `WITH current AS (${current}), accepted AS (
         INSERT INTO terms_acceptance SELECT $1, document, version, $2 FROM current ON CONFLICT DO NOTHING)
       UPDATE member SET terms_agreed = coalesce((SELECT max(publication) FROM current), 0) WHERE id = $1`,
      [memberId, this.#clock.now()],
      { rows: 1 },
    );
  }

  /**
   * Publishes the next version, and has every member told.
   * @throws AppError terms.form, terms.sections_differ
   */
  async publish(document: TermsDocument, markdown: TermsMarkdown, by: ActorWithReason): Promise<PublishedTerms> {
    const texts = readTermsTexts(markdown);
    return this.#database.inTransaction(async () => {
      // One after the other: a publication must not appear behind one that somebody has agreed to already.
      await this.#database.rows('SELECT pg_advisory_xact_lock($1)', [publishingLock]);
      const publishedAt = this.#clock.now();
      const row = await this.#database.one<{ version: number; publication: string }>(
        `INSERT INTO terms_document (document, version, texts, published_at)
         SELECT $1, coalesce(max(version), 0) + 1, $2::jsonb, $3 FROM terms_document WHERE document = $1
         RETURNING version, publication`,
        [document, JSON.stringify(texts), publishedAt],
      );
      if (!row) throw new Error('the version was not stored');
      const { version, publication } = row;
      await this.#database.change('INSERT INTO terms_notice (publication) VALUES ($1)', [publication], { rows: 1 });
      const before = version > 1 ? { version: version - 1 } : undefined;
      await recordAudit(this.#database, {
        ...by,
        action: 'terms.publish',
        subject: document,
        after: { version },
        ...(before && { before }),
      });
      return { document, version, publishedAt };
    });
  }

  /** The versions that come with the product, where none was ever published. Several processes may start at once. */
  async publishFirst(): Promise<void> {
    for (const document of termsDocuments)
      await this.#database.change(
        `INSERT INTO terms_document (document, version, texts, published_at)
         SELECT $1, 1, $2::jsonb, $3 WHERE NOT EXISTS (SELECT 1 FROM terms_document WHERE document = $1)
         ON CONFLICT DO NOTHING`,
        [document, JSON.stringify(readTermsTexts(firstMarkdown(document))), this.#clock.now()],
        { rows: 'any' },
      );
  }

  /** Every version there is, newest first. */
  list(): Promise<PublishedTerms[]> {
    return this.#database.rows<PublishedTerms>(
      'SELECT document, version, published_at AS "publishedAt" FROM terms_document ORDER BY publication DESC',
    );
  }
}

/** The version that comes with the product. */
const firstMarkdown = (document: TermsDocument): TermsMarkdown =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      readFileSync(join(import.meta.dirname, 'texts', document, `${language}.md`), 'utf8'),
    ]),
  ) as TermsMarkdown;

/** The latest publication, by its number as text, for members who have not accepted all that is current. */
export const termsTopic: Topic<'terms'> = {
  name: 'terms',
  sql: `SELECT m.id AS member, jsonb_build_object('due',
               CASE WHEN m.terms_agreed < latest.publication THEN latest.publication::text END) AS told
          FROM asked JOIN member m ON m.id = asked.member,
               (SELECT max(publication) AS publication FROM terms_document) AS latest`,
};
