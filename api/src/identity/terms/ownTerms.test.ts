import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { termsDocuments } from '@trellis/api-contract';
import type { ApprovalRequest } from '../../governance/approvals/approvalService.ts';
import { systemClock } from '../../ground/clock.ts';
import { Database } from '../../platform/db/database.ts';
import { placeOperators } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { readOwnTerms } from './ownTerms.ts';
import { Terms } from './terms.ts';
import { TermsRepository } from './termsRepository.ts';
import type { TermsTexts } from './termsTexts.ts';

let own: TestDatabase;
let database: Database;
/** As the product's login, which serves members. */
let serving: Database;
let terms: Terms;
beforeEach(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.ownerUrl, poolSize: 4 });
  serving = new Database({ url: own.url, poolSize: 1 });
  terms = new Terms(database, systemClock);
});
afterEach(async () => {
  await serving.close();
  await database.close();
  await own.drop();
});

const publications = () =>
  own.sql<{ document: string; version: number; texts: TermsTexts; reported: boolean }>(
    `SELECT document, version, texts, EXISTS (SELECT FROM terms_notice n WHERE n.publication = d.publication) AS reported
       FROM terms_document d ORDER BY document, version`,
  );
const versions = async () => (await publications()).map(({ document, version }) => `${document} ${version}`);

/** As the release before this one started first. */
async function startedEarlier(): Promise<void> {
  for (const document of termsDocuments) {
    const texts = readOwnTerms(document).earlier.at(-1);
    if (!texts) throw new Error('no earlier texts');
    await new TermsRepository(database).publishFirst(document, texts, systemClock.now());
  }
}

test('where none was published, the first version is the text of now, and nobody is notified', async () => {
  await Promise.all([terms.publishFirst(), new Terms(serving, systemClock).publishFirst()]);
  await terms.publishOwn();
  expect(await publications()).toEqual(
    termsDocuments.map((document) => ({ document, version: 1, texts: readOwnTerms(document).now, reported: false })),
  );
});

describe('where the texts of an earlier release hold', () => {
  beforeEach(startedEarlier);

  test('those of now are the next version once, however many processes start, and members are notified', async () => {
    await Promise.all([terms.publishOwn(), terms.publishOwn(), terms.publishOwn()]);
    await terms.publishOwn();
    expect(await publications()).toEqual(
      termsDocuments.flatMap((document) => {
        const { now, earlier } = readOwnTerms(document);
        return [
          { document, version: 1, texts: earlier.at(-1), reported: false },
          { document, version: 2, texts: now, reported: true },
        ];
      }),
    );
    expect(await audited(own)).toEqual(
      termsDocuments.map((subject) => ({
        actor: 'start',
        action: 'terms.publish',
        subject,
        before: { version: 1 },
        after: { version: 2 },
        reason: 'the texts that come with this release',
      })),
    );
  });

  test('those of now are the owner’s to publish: who serves members cannot', async () => {
    await new Terms(serving, systemClock).publishFirst();
    await expect(new Terms(serving, systemClock).publishOwn()).rejects.toThrow('takes two admins');
    expect(await versions()).toEqual(['terms 1', 'termservice 1']);
  });

  test('what operators published stays', async () => {
    const text = '# Ours\n\n## First\n\nOne.\n';
    await placeOperators(own, 'ann', 'bob');
    const reason = 'our own';
    const texts = { en: text, jp: text, zh: text, ko: text };
    const { id } = await terms.ask({ document: 'terms', base: 1 }, texts, { actor: 'operator:ann', reason });
    await terms.approval.approve({ id } as ApprovalRequest, { actor: 'operator:bob', reason, roles: [] });
    await terms.publishOwn();
    expect(await versions()).toEqual(['terms 1', 'terms 2', 'termservice 1', 'termservice 2']);
    expect((await publications())[1]?.texts.en.title).toBe('Ours');
  });

  test('operators may go back to them for good', async () => {
    await terms.publishOwn();
    const [first] = await publications();
    await new TermsRepository(database).publish('terms', first?.texts as TermsTexts, systemClock.now());
    await terms.publishOwn();
    expect(await versions()).toEqual(['terms 1', 'terms 2', 'terms 3', 'termservice 1', 'termservice 2']);
  });
});

/**
 * Of every text that a release came with, in order. What a release came with is never edited: members have agreed to it. It
 * moves to `texts/<document>/earlier/<number>/`, and the new text gets its digest here.
 */
const digests = {
  terms: ['d06f23fdb77217c1', '7049bf0155b5b66c', '2bd36462d05a21ba', '83867ffaa54199b8', '49789ef18d9cdd30'],
  termservice: ['a2e880b95f3fe97f', 'cd491e35bf4d5a26', '6a4966840af3f8b0'],
};

test.each(termsDocuments)('%s: a changed text is a further one, and those before stay in `earlier`', (document) => {
  const { now, earlier } = readOwnTerms(document);
  const digest = (texts: TermsTexts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect([...earlier, now].map(digest)).toEqual(digests[document]);
});
