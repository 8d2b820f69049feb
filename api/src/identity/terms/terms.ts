import { type Language, languages, type TermsDocument, termsDocuments } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { ApprovalRequests } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import type { Asked } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Topic } from '../../governance/change/topics.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { Database } from '../../platform/db/database.ts';
import { readOwnTerms } from './ownTerms.ts';
import { type PublishedTerms, TermsRepository, type TermsVersion } from './termsRepository.ts';
import { readTermsTexts, type TermsMarkdown, type TermsTexts, writeTermsText } from './termsTexts.ts';

/** What is approved: the version after `base`, in every language. */
interface NewTerms {
  readonly document: TermsDocument;
  readonly base: number;
  readonly texts: TermsTexts;
}

/** The documents that members agree to, in versions that are never changed, and who agreed to which. */
export class Terms {
  readonly #database: Database;
  readonly #repository: TermsRepository;
  readonly #clock: Clock;
  readonly #requests: ApprovalRequests<NewTerms>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#repository = new TermsRepository(database);
    this.#clock = clock;
    this.#requests = new ApprovalRequests<NewTerms>(
      { database, clock },
      {
        action: 'terms.publish',
        about: 'nobody',
        askAction: 'terms.ask',
        same: ['document'],
        taken: 'terms.asked',
        readBy: 'terms',
        // Whoever approves reads it whole, in every language.
        facts: ({ payload: { document, base, texts } }) => ({
          ...{ document, version: base + 1 },
          ...Object.fromEntries(languages.map((language) => [language, writeTermsText(texts[language])])),
        }),
        preview: ({ payload: { base } }, after) => ({ before: { version: base }, after }),
        audited: ({ payload: { document, base } }) => ({
          ...{ subject: document, before: { version: base }, after: { version: base + 1 } },
        }),
        apply: async ({ id }, { actor, reason }, now) => {
          await database.rows('SELECT publish_terms($1, $2, $3, $4)', [id, actor, reason, now]);
          return undefined;
        },
      },
    );
  }

  /** @throws AppError request.not_found if it was never published */
  async document(document: TermsDocument, language: Language): Promise<AnswerOf<'member', 'getDocument'>> {
    const page = await this.#repository.latest(document, language);
    if (!page) throw new AppError('request.not_found');
    const { version, publishedAt, title, sections } = page;
    return { document, version, publishedAt, title, sections };
  }

  get approval(): ApprovalKind {
    return this.#requests.approval;
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
   * Asks for the version after `base`; nothing holds, and no member is notified, until another admin approves it.
   * @throws AppError terms.form, terms.sections_differ, terms.base, terms.asked, auth.forbidden
   */
  async ask({ document, base }: Omit<NewTerms, 'texts'>, markdown: TermsMarkdown, by: ActorWithReason): Promise<Asked> {
    const texts = readTermsTexts(markdown);
    return this.#database.inTransaction(async () => {
      await this.#repository.lockPublishing();
      const current = (await this.#repository.current()).find((each) => each.document === document);
      if (base !== (current?.version ?? 0)) throw new AppError('terms.base');
      return this.#requests.ask({ document, base, texts }, by);
    });
  }

  /** The first version where none was ever published: the text that comes with the product. Several processes may start at once. */
  async publishFirst(): Promise<void> {
    for (const document of termsDocuments)
      await this.#repository.publishFirst(document, readOwnTerms(document).now, this.#clock.now());
  }

  /**
   * The same, and the next version where a text of an earlier release holds. What operators published stays. For the owner of
   * the database, who migrates it: a process that serves members publishes no further version. Several may do so at once.
   */
  async publishOwn(): Promise<void> {
    await this.publishFirst();
    for (const document of termsDocuments) {
      const { now, earlier } = readOwnTerms(document);
      if (await this.#repository.isOutgrown(document, now, earlier)) await this.#replace(document, now, earlier);
    }
  }

  #replace(document: TermsDocument, now: TermsTexts, earlier: readonly TermsTexts[]): Promise<void> {
    return this.#database.inTransaction(async () => {
      await this.#repository.lockPublishing();
      // Another process that starts may have been faster, or an operator.
      if (!(await this.#repository.isOutgrown(document, now, earlier))) return;
      const version = await this.#repository.publish(document, now, this.#clock.now());
      await recordAudit(this.#database, {
        actor: 'start',
        action: 'terms.publish',
        subject: document,
        reason: 'the texts that come with this release',
        before: { version: version - 1 },
        after: { version },
      });
    });
  }

  /** Every version there is, newest first. */
  list(): Promise<PublishedTerms[]> {
    return this.#repository.list();
  }
}

/** What `Terms.publishOwn` does, as the owner of the database: alongside migrating it. */
export async function publishOwnTerms(ownerUrl: string, clock: Clock): Promise<void> {
  const database = new Database({ url: ownerUrl, poolSize: 1 });
  try {
    await new Terms(database, clock).publishOwn();
  } finally {
    await database.close();
  }
}

/** The latest publication, by its number as text, for members who have not accepted all that is current. */
export const termsTopic: Topic<'terms'> = {
  name: 'terms',
  sql: `SELECT m.id AS member, jsonb_build_object('due',
               CASE WHEN m.terms_agreed < latest.publication THEN latest.publication::text END) AS reported
          FROM asked JOIN member m ON m.id = asked.member,
               (SELECT max(publication) AS publication FROM terms_document) AS latest`,
  ofEverybody: '(SELECT max(publication) FROM terms_document)',
};
