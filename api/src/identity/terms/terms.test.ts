import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { languages, termsDocuments } from '@trellis/api-contract';
import { Database } from '../../platform/db/database.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { proveAddress, registration } from '../../testing/registering.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Terms } from './terms.ts';
import { termsNotices } from './termsNotices.ts';
import { readTermsTexts, type TermsMarkdown } from './termsTexts.ts';

let app: TestApplication;
let database: Database;
let terms: Terms;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2 });
  terms = new Terms(database, app.clock);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const by = { actor: 'command:ann', reason: 'a new fee' };
const text = (title: string) => `# ${title}\n\n## First\n\nOne.\nStill one.\n\nTwo.\n\n## Second\n\nThree.\n`;

/** The four texts of a version. */
const markdown = (texts: Partial<TermsMarkdown> = {}): TermsMarkdown => ({
  en: text('Title en'),
  jp: text('Title jp'),
  zh: text('Title zh'),
  ko: text('Title ko'),
  ...texts,
});

const due = async (client: Client) => (await client.get('/api/v1/terms/acceptance')).body.due;
const accept = (client: Client, ...accepted: object[]) => client.post('/api/v1/terms/acceptance', { accepted });
const acceptedBy = (username: string) =>
  app.database.sql(
    `SELECT a.document, a.version FROM terms_acceptance a JOIN member m ON m.id = a.member
      WHERE m.username = $1 ORDER BY 1, 2`,
    [username],
  );

describe('the documents that come with the product', () => {
  test.each(termsDocuments)('%s can be read by anyone, in four languages', async (document) => {
    const titles = new Set<unknown>();
    for (const language of languages) {
      const answer = await app.visitor.get(`/api/v1/documents/${document}?language=${language}`);
      expect(answer.body).toMatchObject({ document, version: 1 });
      titles.add(answer.body.title);
      expect((answer.body.sections as unknown[]).length).toBeGreaterThanOrEqual(5);
    }
    expect(titles.size).toBe(languages.length);
  });

  test('are published once, however many processes start', async () => {
    await Promise.all([terms.publishOwn(), terms.publishOwn(), terms.publishOwn()]);
    expect((await terms.list()).map(({ document, version }) => `${document} ${version}`).sort()).toEqual([
      'terms 1',
      'termservice 1',
    ]);
  });

  test.each(['/documents/privacy?language=en', '/documents/terms?language=de', '/documents/terms'])(
    '%s is refused',
    async (path) => {
      expect((await app.visitor.get(`/api/v1${path}`)).status).toBe(400);
    },
  );
});

test('whoever registers has agreed to what holds', async () => {
  const emailTicket = await proveAddress(app, 'new@example.com');
  await app.visitor.post('/api/v1/members', registration({ emailTicket }));
  expect(await acceptedBy('newmember')).toEqual([
    { document: 'terms', version: 1 },
    { document: 'termservice', version: 1 },
  ]);
  const answer = await app.visitor.post('/api/v1/session', {
    username: 'newmember',
    password: registration().password,
  });
  expect(answer.status).toBe(200);
});

describe('a new version', () => {
  let hana: Client;
  beforeAll(async () => {
    hana = await app.logIn('hana');
    expect(await due(hana)).toEqual([]);
    expect(await terms.publish('terms', markdown(), by)).toMatchObject({ document: 'terms', version: 2 });
  });

  test('is what is read from then on; the paragraphs are the texts’', async () => {
    const { body } = await app.visitor.get('/api/v1/documents/terms?language=ko');
    expect(body).toMatchObject({
      version: 2,
      title: 'Title ko',
      sections: [
        { heading: 'First', paragraphs: ['One. Still one.', 'Two.'] },
        { heading: 'Second', paragraphs: ['Three.'] },
      ],
    });
  });

  test('keeps members from moving money until they agree; everything can be read', async () => {
    expect(await due(hana)).toEqual([{ document: 'terms', version: 2 }]);
    expect((await hana.transfer('demo', '1')).problem).toMatchObject({
      status: 403,
      code: 'terms.acceptance_required',
    });
    for (const path of ['/balances', '/records', '/notices', '/transfers/terms'])
      expect((await hana.get(`/api/v1${path}`)).status).toBe(200);

    const agreed = await accept(hana, { document: 'terms', version: 2 });
    expect(agreed.body).toEqual({ due: [] });
    expect((await hana.transfer('demo', '1')).status).toBe(201);
    expect(await acceptedBy('hana')).toEqual([
      { document: 'terms', version: 1 },
      { document: 'terms', version: 2 },
      { document: 'termservice', version: 1 },
    ]);
  });

  test('agreed to twice is recorded once', async () => {
    expect((await accept(hana, { document: 'terms', version: 2 })).status).toBe(200);
    expect(await acceptedBy('hana')).toHaveLength(3);
  });

  test.each([
    ['the one before', { document: 'terms', version: 1 }, 409, 'terms.outdated'],
    ['one that does not exist', { document: 'terms', version: 3 }, 409, 'terms.outdated'],
    ['another document', { document: 'privacy', version: 1 }, 400, 'request.invalid'],
    ['a version that is none', { document: 'terms', version: '2' }, 400, 'request.invalid'],
  ])('%s cannot be agreed to in its place', async (_what, version, status, code) => {
    const yuna = await app.logIn('yuna');
    expect((await accept(yuna, version)).problem).toMatchObject({ status, code });
    expect((await yuna.transfer('demo', '1')).problem.code).toBe('terms.acceptance_required');
  });

  test('two at once want two yeses', async () => {
    await terms.publish('termservice', markdown(), by);
    expect((await hana.transfer('demo', '1')).problem.code).toBe('terms.acceptance_required');
    const yuna = await app.logIn('yuna');
    await accept(yuna, { document: 'terms', version: 2 });
    expect((await yuna.transfer('demo', '1')).problem.code).toBe('terms.acceptance_required');
    await accept(yuna, { document: 'termservice', version: 2 });
    expect(await due(yuna)).toEqual([]);
  });

  test('is told to every member once', async () => {
    const told = () =>
      app.database.sql<{ link: string; members: number; notices: number }>(
        `SELECT link, count(DISTINCT member)::int AS members, count(*)::int AS notices FROM notice
          WHERE template = 'termsChanged' GROUP BY link ORDER BY link`,
      );
    const job = termsNotices(database, app.clock);
    const { signal } = new AbortController();
    const isDone = async () =>
      (await app.database.sql('SELECT 1 FROM terms_notice WHERE done_at IS NULL')).length === 0;
    // The application's own job may be at it.
    for (let look = 0; look < 100 && !(await isDone()); look += 1)
      await Promise.all([job.run(signal), job.run(signal)]);
    const [{ count = 0 } = {}] = await app.database.sql<{ count: number }>('SELECT count(*)::int FROM member');
    expect(await told()).toEqual([
      { link: '/terms', members: count, notices: count },
      { link: '/termservice', members: count, notices: count },
    ]);
  });

  test('stands in the audit log, and is never changed', async () => {
    const [published] = await audited(app.database);
    expect(published).toEqual({
      ...by,
      action: 'terms.publish',
      subject: 'terms',
      before: { version: 1 },
      after: { version: 2 },
    });
    for (const change of ['UPDATE terms_document SET version = 9', 'DELETE FROM terms_acceptance'])
      await expect(app.database.sql(change)).rejects.toThrow('append-only');
  });
});

test.each([
  ['without a title', { jp: '## First\n\nText.\n' }, 'terms.form', 'jp'],
  ['with an empty section', { zh: '# T\n\n## First\n\n## Second\n\nText.\n' }, 'terms.form', 'zh'],
  ['with a section less', { zh: '# T\n\n## First\n\nText.\n' }, 'terms.sections_differ', 'zh'],
])('a document %s is not published', (_what, texts, code, language) => {
  expect(() => readTermsTexts(markdown(texts))).toThrow(expect.objectContaining({ code, params: { language } }));
});

describe('an admin', () => {
  let ada: OpsClient;
  const versions = async () =>
    ((await ada.get('/terms')).body.versions as { document: string; version: number }[]).map(
      ({ document, version }) => `${document} ${version}`,
    );
  beforeAll(async () => {
    ada = await loggedIn(app, await enrolled(app, 'ada', ['admin']));
  });

  test('publishes the next version, and sees them all', async () => {
    const before = await versions();
    expect(before.at(-1)).toMatch(/ 1$/);
    const answer = await ada.post('/terms/terms', { texts: markdown(), reason: 'a new fee' });
    expect([answer.status, answer.body]).toEqual([
      201,
      { document: 'terms', version: 3, publishedAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await versions()).toEqual(['terms 3', ...before]);
    const published = (await audited(app.database)).at(-1);
    expect(published).toMatchObject({ actor: 'operator:ada', action: 'terms.publish', reason: 'a new fee' });
  });

  test('is told which language is wrong, and nothing is published', async () => {
    const before = await versions();
    const bare = await ada.post('/terms/terms', { texts: markdown(), reason: 'x', code: '' });
    expect(bare.problem.code).toBe('field.required');
    const wrong = await ada.post('/terms/terms', { texts: markdown({ ko: 'no title' }), reason: 'x' });
    expect(wrong.problem).toMatchObject({ status: 422, code: 'terms.form', params: { language: 'ko' } });
    const { ko: _ko, ...three } = markdown();
    const missing = await ada.post('/terms/terms', { texts: three, reason: 'x' });
    expect(missing.problem.fields).toEqual([{ path: 'texts.ko', code: 'field.required' }]);
    const nul = await ada.post('/terms/terms', { texts: markdown({ en: 'a\0' }), reason: 'x' });
    expect(nul.problem.fields).toEqual([{ path: 'texts.en', code: 'field.format' }]);
    expect(await versions()).toEqual(before);
  });

  test('two versions at once are two', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => ada.post('/terms/termservice', { texts: markdown(), reason: 'two at once' })),
    );
    expect(answers.map(({ body }) => body.version).sort()).toEqual([3, 4]);
  });
});
