import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { languages, type TermsDocument, termsDocuments } from '@trellis/api-contract';
import type { ApprovalRequest } from '../../governance/approvals/approvalService.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { enrolled, loggedIn, type OpsClient, placeOperators } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { proveAddress, registration } from '../../testing/registering.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Terms } from './terms.ts';
import { termsNotices } from './termsNotices.ts';
import type { TermsVersion } from './termsRepository.ts';
import { readTermsTexts, type TermsMarkdown } from './termsTexts.ts';

let app: TestApplication;
let database: Database;
let terms: Terms;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2 });
  terms = new Terms(database, app.clock);
  await placeOperators(app.database, 'ann', 'bob');
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const by = { actor: 'operator:ann', reason: 'a new fee' };
const second = { actor: 'operator:bob', reason: 'read in every language' };
const text = (title: string) => `# ${title}\n\n## First\n\nOne.\nStill one.\n\nTwo.\n\n## Second\n\nThree.\n`;

/** The four texts of a version. */
const markdown = (texts: Partial<TermsMarkdown> = {}): TermsMarkdown => ({
  en: text('Title en'),
  jp: text('Title jp'),
  zh: text('Title zh'),
  ko: text('Title ko'),
  ...texts,
});

/** One admin asks for the next version, another approves it. */
async function publish(document: TermsDocument, base: number): Promise<TermsVersion> {
  await approveAlone((await terms.ask({ document, base }, markdown(), by)).id);
  return { document, version: base + 1 };
}
const approveAlone = (id: string) => terms.approval.approve({ id } as ApprovalRequest, { ...second, roles: [] });

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
    expect(await publish('terms', 1)).toMatchObject({ document: 'terms', version: 2 });
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

  test('two at once want two approvals', async () => {
    await publish('termservice', 1);
    expect((await hana.transfer('demo', '1')).problem.code).toBe('terms.acceptance_required');
    const yuna = await app.logIn('yuna');
    await accept(yuna, { document: 'terms', version: 2 });
    expect((await yuna.transfer('demo', '1')).problem.code).toBe('terms.acceptance_required');
    await accept(yuna, { document: 'termservice', version: 2 });
    expect(await due(yuna)).toEqual([]);
  });

  test('is asked to every member once', async () => {
    const outcomeOf = () =>
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
    expect(await outcomeOf()).toEqual([
      { link: '/terms', members: count, notices: count },
      { link: '/termservice', members: count, notices: count },
    ]);
  });

  test('stands in the audit log, and is never changed', async () => {
    const versions = { subject: 'terms', before: { version: 1 } };
    expect((await audited(app.database)).slice(0, 2)).toEqual([
      {
        ...by,
        action: 'terms.ask',
        ...versions,
        after: { version: 2, request: expect.any(String), requestedBy: 'operator:ann' },
      },
      {
        ...second,
        action: 'terms.publish',
        ...versions,
        after: { version: 2, request: expect.any(String), requestedBy: 'operator:ann' },
      },
    ]);
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

describe('over HTTP', () => {
  let ada: OpsClient;
  let abe: OpsClient;
  let sue: OpsClient;
  const versions = async () =>
    ((await ada.get('/terms')).body.versions as { document: string; version: number }[]).map(
      ({ document, version }) => `${document} ${version}`,
    );
  const versionOf = async (document: TermsDocument) =>
    Number((await versions()).find((each) => each.startsWith(`${document} `))?.split(' ')[1]);
  const ask = async (by: OpsClient, document: TermsDocument, texts: object = markdown(), base?: number) =>
    by.post(`/terms/${document}`, { base: base ?? (await versionOf(document)), texts, reason: 'a new fee' });
  const approve = (by: OpsClient, id: unknown) => by.approve('terms.publish', id, { reason: 'read' });
  const waiting = async (by: OpsClient) =>
    ((await by.get('/approvals/waiting')).body.waiting as Record<string, unknown>[]).filter(
      ({ action }) => action === 'terms.publish',
    );
  const end = async () => {
    for (const { id } of await waiting(ada)) await ada.post(`/approvals/${String(id)}/no`, { reason: 'no' });
  };
  beforeAll(async () => {
    ada = await loggedIn(app, await enrolled(app, 'ada', ['admin']));
    abe = await loggedIn(app, await enrolled(app, 'abe', ['admin']));
    sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  });

  test('one admin asks, another reads exactly that and approves it; before, nothing holds and nobody is notified', async () => {
    const before = await versions();
    const hana = await app.logIn('hana');
    const notices = () => app.database.sql('SELECT publication FROM terms_notice');
    const noticed = await notices();
    const owed = await due(hana);
    const request = await ask(ada, 'terms');
    expect([request.status, request.body]).toEqual([
      202,
      { id: expect.any(String), expiresAt: expect.stringMatching(/Z$/) },
    ]);
    expect([await versions(), await due(hana), await notices()]).toEqual([before, owed, noticed]);
    expect(await waiting(ada)).toMatchObject([{ yours: false, requestedBy: 'operator:ada' }]);
    expect(await waiting(abe)).toMatchObject([
      {
        yours: true,
        subject: request.body.id,
        before: { version: 2 },
        after: {
          ...{ document: 'terms', version: 3 },
          ...Object.fromEntries(
            languages.map((language) => [
              language,
              `# Title ${language}\n\n## First\n\nOne. Still one.\n\nTwo.\n\n## Second\n\nThree.`,
            ]),
          ),
        },
      },
    ]);
    expect(await waiting(sue)).toEqual([]);
    expect((await approve(ada, request.body.id)).problem.code).toBe('approval.second_person');
    expect((await approve(sue, request.body.id)).problem.code).toBe('auth.forbidden');
    expect(await versions()).toEqual(before);
    expect((await approve(abe, request.body.id)).status).toBe(200);
    expect(await versions()).toEqual(['terms 3', ...before]);
    expect(await due(hana)).toContainEqual({ document: 'terms', version: 3 });
    expect(await notices()).toHaveLength(noticed.length + 1);
    expect((await approve(abe, request.body.id)).problem.code).toBe('approval.closed');
    const rows = (await audited(app.database)).slice(-2);
    expect(rows).toMatchObject([
      { actor: 'operator:ada', action: 'terms.ask', reason: 'a new fee' },
      { actor: 'operator:abe', action: 'terms.publish', reason: 'read', after: { requestedBy: 'operator:ada' } },
    ]);
  });

  test('both take a fresh code', async () => {
    const bare = await ada.post('/terms/terms', { base: 3, texts: markdown(), reason: 'x', code: '' });
    expect(bare.problem.code).toBe('field.required');
    const { id } = (await ask(ada, 'terms')).body;
    const approval = await abe.approve('terms.publish', id, { reason: 'x', code: '' });
    expect(approval.problem.code).toBe('field.required');
    await end();
    expect((await approve(abe, id)).problem.code).toBe('approval.closed');
  });

  test('is refused with the language that is wrong, and nothing waits', async () => {
    const wrong = await ask(ada, 'terms', markdown({ ko: 'no title' }));
    expect(wrong.problem).toMatchObject({ status: 422, code: 'terms.form', params: { language: 'ko' } });
    const { ko: _ko, ...three } = markdown();
    const missing = await ask(ada, 'terms', three);
    expect(missing.problem.fields).toEqual([{ path: 'texts.ko', code: 'field.required' }]);
    const nul = await ask(ada, 'terms', markdown({ en: 'a\0' }));
    expect(nul.problem.fields).toEqual([{ path: 'texts.en', code: 'field.format' }]);
    expect(await waiting(ada)).toEqual([]);
  });

  test('of one document one waits, however many ask at once', async () => {
    const answers = await Promise.all([ask(ada, 'termservice'), ask(abe, 'termservice')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('terms.asked');
    await end();
  });

  test('what follows an older version than the one in force is neither asked for nor approved', async () => {
    expect((await ask(ada, 'terms', markdown(), 2)).problem).toMatchObject({ status: 409, code: 'terms.base' });
    expect((await ask(ada, 'terms', markdown(), 4)).problem.code).toBe('terms.base');
    const { id } = (await ask(ada, 'terms')).body;
    await app.database.sql(
      `INSERT INTO terms_document (document, version, texts, published_at)
       SELECT document, version + 1, texts, now() FROM terms_document WHERE document = 'terms' AND version = 3`,
    );
    expect((await approve(abe, id)).problem).toMatchObject({ status: 409, code: 'terms.base' });
    expect(await versionOf('terms')).toBe(4);
    await end();
  });

  test('who asked and is an admin no more does not count, nor does a day later', async () => {
    const request = await ask(ada, 'terms');
    await app.database.sql(`UPDATE operator SET roles = '{support}' WHERE name = 'ada'`);
    expect((await approve(abe, request.body.id)).problem.code).toBe('approval.closed');
    await app.database.sql(`UPDATE operator SET roles = '{admin}' WHERE name = 'ada'`);
    app.clock.advance(24 * 3_600_000);
    await expect(approveAlone(String(request.body.id))).rejects.toMatchObject({ code: 'approval.closed' });
    const again = await terms.ask({ document: 'terms', base: 4 }, markdown(), by);
    expect(again.id).not.toBe(request.body.id);
  });

  test('whoever has the application’s login publishes nothing without two admins', async () => {
    const outcome = (sql: string, values: string[] = []) => database.rows(sql, values).then(() => 'done', sqlState);
    const copy = (more: string, values: string) =>
      `INSERT INTO terms_document (document, version, texts, published_at${more})
       SELECT document, 9, texts, now()${values} FROM terms_document WHERE document = 'terms' AND version = 1`;
    const [waits] = await app.database.sql<{ id: string }>(
      `SELECT max(id)::text AS id FROM approval WHERE action = 'terms.publish'`,
    );
    const id = waits?.id ?? '';
    expect(await outcome(copy('', ''))).toBe('TT001');
    expect(await outcome(copy(', proposal', `, ${id}`))).toBe('TT001');
    expect(await outcome(copy('', '').replace('9', '1'))).toBe('TT001');
    const asAsked = `INSERT INTO terms_document (document, version, texts, published_at, proposal)
      SELECT payload ->> 'document', (payload ->> 'base')::int + 1, payload -> 'texts', now(), id FROM approval WHERE id = $1`;
    expect(await outcome(asAsked, [id])).toBe('TT001');
    const give = (by: string) => outcome(`SELECT publish_terms($1, $2, 'x', now())`, [id, by]);
    expect(await give('operator:ann')).toBe('TA001');
    expect(await give('command:kim')).toBe('TA004');
    expect(await give('operator:sue')).toBe('TA004');
    const askAs = (actor: string) =>
      outcome(
        `SELECT request_approval('terms.publish', 'terms', '{}', NULL, $1, 'x', now(), now() + interval '1 day')`,
        [actor],
      );
    expect(await askAs('command:kim')).toBe('TA007');
    expect(await askAs('operator:sue')).toBe('TA004');
    for (const sql of [
      `UPDATE approval SET payload = '{}'`,
      'DELETE FROM approval',
      'INSERT INTO approval DEFAULT VALUES',
    ])
      expect([sql, await outcome(sql)]).toEqual([sql, '42501']);
  });
});

test('after all of this every invariant holds', async () => {
  expect((await verifyAll(app.database.url)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});
