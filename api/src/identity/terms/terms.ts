import { type Language, type Output, type TermsDocument, termsDocuments } from '@trellis/api-contract';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Topic } from '../../governance/change/topics.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { readOwnTerms } from './ownTerms.ts';
import { type PublishedTerms, TermsRepository, type TermsVersion } from './termsRepository.ts';
import { readTermsTexts, type TermsMarkdown, type TermsTexts } from './termsTexts.ts';

/** The documents that members agree to, in versions that are never changed, and who agreed to which. */
export class Terms {
  readonly #database: Database;
  readonly #repository: TermsRepository;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#repository = new TermsRepository(database);
    this.#clock = clock;
  }

  /** @throws AppError request.not_found if it was never published */
  async document(document: TermsDocument, language: Language): Promise<Output<'getDocument'>> {
    const page = await this.#repository.latest(document, language);
    if (!page) throw new AppError('request.not_found');
    const { version, publishedAt, title, sections } = page;
    return { document, version, publishedAt: publishedAt.toISOString(), title, sections };
  }

  /** Current versions that the member has not accepted. */
  due(memberId: string): Promise<TermsVersion[]> {
    return this.#repository.dueFor(memberId);
  }

  /**
   * Records what the member agreed to, once.
   * @throws AppError terms.outdated if one of these is not the current version: the member has not seen what holds
   */
  async accept(memberId: string, accepted: readonly TermsVersion[]): Promise<void> {
    await this.#database.inTransaction(async () => {
      const held = await this.#repository.current();
      const isCurrent = ({ document, version }: TermsVersion) =>
        held.some((each) => each.document === document && each.version === version);
      if (!accepted.every(isCurrent)) throw new AppError('terms.outdated');
      await this.#repository.accept(memberId, accepted, this.#clock.now());
      await this.#repository.noteAgreed(memberId);
    });
  }

  /** Records inside the caller's transaction that a new member agreed to all that holds. */
  async acceptCurrent(memberId: string): Promise<void> {
    await this.#repository.acceptCurrent(memberId, this.#clock.now());
  }

  /**
   * Publishes the next version, and has every member told.
   * @throws AppError terms.form, terms.sections_differ
   */
  async publish(document: TermsDocument, markdown: TermsMarkdown, by: ActorWithReason): Promise<PublishedTerms> {
    const texts = readTermsTexts(markdown);
    return this.#database.inTransaction(async () => {
      await this.#repository.lockPublishing();
      return this.#publishNext(document, texts, by);
    });
  }

  /**
   * The texts that come with the product: the first version where none was ever published, and the next one where a
   * text of an earlier release holds. What operators published stays. Several processes may start at once.
   */
  async publishOwn(): Promise<void> {
    for (const document of termsDocuments) {
      const { now, earlier } = readOwnTerms(document);
      await this.#repository.publishFirst(document, now, this.#clock.now());
      if (await this.#repository.isOutgrown(document, now, earlier)) await this.#replace(document, now, earlier);
    }
  }

  #replace(document: TermsDocument, now: TermsTexts, earlier: readonly TermsTexts[]): Promise<void> {
    return this.#database.inTransaction(async () => {
      await this.#repository.lockPublishing();
      // Another process that starts may have been faster, or an operator.
      if (await this.#repository.isOutgrown(document, now, earlier))
        await this.#publishNext(document, now, { actor: 'start', reason: 'the texts that come with this release' });
    });
  }

  /** Inside a transaction in which nobody else publishes. */
  async #publishNext(document: TermsDocument, texts: TermsTexts, by: ActorWithReason): Promise<PublishedTerms> {
    const publishedAt = this.#clock.now();
    const version = await this.#repository.publish(document, texts, publishedAt);
    const before = version > 1 ? { version: version - 1 } : undefined;
    await recordAudit(this.#database, {
      ...by,
      action: 'terms.publish',
      subject: document,
      after: { version },
      ...(before && { before }),
    });
    return { document, version, publishedAt };
  }

  /** Every version there is, newest first. */
  list(): Promise<PublishedTerms[]> {
    return this.#repository.list();
  }
}

/** The latest publication, by its number as text, for members who have not accepted all that is current. */
export const termsTopic: Topic<'terms'> = {
  name: 'terms',
  sql: `SELECT m.id AS member, jsonb_build_object('due',
               CASE WHEN m.terms_agreed < latest.publication THEN latest.publication::text END) AS told
          FROM asked JOIN member m ON m.id = asked.member,
               (SELECT max(publication) AS publication FROM terms_document) AS latest`,
};
