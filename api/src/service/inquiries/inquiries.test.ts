import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mostUnansweredMessages, mostWaitingInquiries } from '@trellis/api-contract';
import { Database } from '../../platform/db/database.ts';
import { depositInSuspense } from '../../testing/deposits.ts';
import { suspend } from '../../testing/members.ts';
import { enrolled, loggedIn, OpsClient } from '../../testing/operators.ts';
import { audited, countOf } from '../../testing/records.ts';
import {
  type Answer,
  type Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../testing/testApplication.ts';
import { quietInquiries } from './quietInquiries.ts';

let app: TestApplication;
let hana: Client;
let noah: Client;
let support: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  support = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  [hana, noah] = [await app.logIn('hana'), await app.logIn('noah')];
});
afterAll(() => app.close());

const ask = (client: Client, body: object, key = newKey()): Promise<Answer> =>
  client.post('/api/v1/inquiries', { type: 'other', text: 'Where is it?', ...body }, { 'idempotency-key': key });
const reply = (client: Client, id: string, text = 'More'): Promise<Answer> =>
  client.post(`/api/v1/inquiries/${id}/messages`, { text }, { 'idempotency-key': newKey() });
const thread = (client: Client, id: string) => client.get(`/api/v1/inquiries/${id}`);
const idOf = ({ body }: Answer): string => String(body.id);
const messagesIn = ({ body }: { readonly body: Record<string, unknown> }) =>
  (body.messages as { author: string; text: string }[]).map(({ author, text }) => `${author}: ${text}`);
const auditedHere = async () =>
  (await audited(app.database, { like: 'inquiry.%' })).map(({ actor, action, subject, reason }) => ({
    actor,
    action,
    subject,
    reason,
  }));

describe('what waits for an answer has an upper bound', () => {
  let own: TestApplication;
  let sue: OpsClient;
  let emma: Client;
  beforeAll(async () => {
    // Bounds of an hour would come first.
    own = await startTestApplication({ rateLimitFactor: 100 });
    sue = await loggedIn(own, await enrolled(own, 'sue', ['support']));
    emma = await own.logIn('emma');
  });
  afterAll(() => own.close());
  const codes = (answers: readonly Answer[]) =>
    answers.map(({ status, problem }) => (status === 201 ? 'taken' : problem.code)).sort();
  const times = <T>(count: number, action: () => Promise<T>) => Promise.all(Array.from({ length: count }, action));

  test('20 inquiries of a member wait at a time, also where 30 come at once; an answer makes room', async () => {
    const answers: Answer[] = [];
    // A member has 24 calls under way at most.
    for (let round = 0; round < 2; round += 1) answers.push(...(await times(15, () => ask(emma, {}))));
    const refused = Array.from({ length: 10 }, () => 'inquiry.too_many_waiting');
    expect(codes(answers)).toEqual([...refused, ...Array.from({ length: 20 }, () => 'taken')]);
    expect(answers.find(({ status }) => status === 409)?.problem.params).toEqual({ most: mostWaitingInquiries });
    // Nobody who waits is silenced: to what waits they write on, and another member is not held back.
    const id = idOf(answers.find(({ status }) => status === 201) as Answer);
    expect((await reply(emma, id)).status).toBe(201);
    expect((await ask(await own.logIn('noah'), {})).status).toBe(201);
    await sue.post(`/inquiries/${id}/messages`, { text: 'Here it is.', reason: 'asked' });
    expect((await ask(emma, {})).status).toBe(201);
    // To what was answered is written, too, whatever else waits.
    expect((await reply(emma, id)).status).toBe(201);
    expect((await ask(emma, {})).problem.code).toBe('inquiry.too_many_waiting');
  });

  test('50 messages of a member in a row, also at once; with an answer it begins again', async () => {
    const jisoo = await own.logIn('jisoo');
    const id = idOf(await ask(jisoo, {}));
    const answers: Answer[] = [];
    for (let round = 0; round < 4; round += 1) answers.push(...(await times(15, () => reply(jisoo, id))));
    const refused = Array.from({ length: 11 }, () => 'inquiry.too_many_messages');
    expect(codes(answers)).toEqual([...refused, ...Array.from({ length: 49 }, () => 'taken')]);
    expect(answers.find(({ status }) => status === 409)?.problem.params).toEqual({ most: mostUnansweredMessages });
    await sue.post(`/inquiries/${id}/messages`, { text: 'Here it is.', reason: 'asked' });
    expect((await reply(jisoo, id)).status).toBe(201);
  });
});

test('a question, an answer and a reply make a thread; closed, it takes no more', async () => {
  const request = await ask(hana, { type: 'deposit', text: '  Wo ist «es»?\n第二行 ' });
  expect(request.status).toBe(201);
  expect(request.body).toMatchObject({ type: 'deposit', status: 'received', record: null });
  const id = idOf(request);

  const answer = await support.post(`/inquiries/${id}/messages`, { text: 'On its way.', reason: 'asked' });
  expect([answer.status, answer.body.status, answer.body.username]).toEqual([201, 'answered', 'hana']);
  expect((await thread(hana, id)).body.status).toBe('answered');
  expect((await reply(hana, id)).body.status).toBe('received');
  const seen = await thread(hana, id);
  expect(messagesIn(seen)).toEqual(['member:   Wo ist «es»?\n第二行 ', 'operator: On its way.', 'member: More']);
  expect(seen.text).not.toContain('sue');

  expect((await hana.post(`/api/v1/inquiries/${id}/close`, {})).body.status).toBe('closed');
  expect((await reply(hana, id)).problem).toMatchObject({ status: 409, code: 'inquiry.closed' });
  const late = await support.post(`/inquiries/${id}/messages`, { text: 'Too late', reason: 'asked' });
  expect(late.problem.code).toBe('inquiry.closed');
  expect(messagesIn(await thread(hana, id))).toHaveLength(3);
});

test('what was answered closes two weeks after the last word, and the support sees its member no more', async () => {
  const own = await startTestApplication();
  try {
    const sue = await enrolled(own, 'sue', ['support']);
    const sora = await own.logIn('sora');
    const answered = idOf(await ask(sora, {}));
    const access = async () =>
      ((await (await loggedIn(own, sue)).get('/members/sora')).body as { access: string }).access;
    await (await loggedIn(own, sue)).post(`/inquiries/${answered}/messages`, { text: 'So.', reason: 'asked' });
    const statusOf = async (id: string) =>
      (await own.database.sql<{ status: string }>('SELECT status FROM inquiry WHERE id = $1', [id]))[0]?.status;
    const database = new Database({ url: own.database.url, poolSize: 1 });
    try {
      const close = () => quietInquiries(database, own.clock).run(new AbortController().signal);
      own.clock.advance(13.9 * 86_400_000);
      await close();
      expect([await statusOf(answered), await access()]).toEqual(['answered', 'inquiry']);
      // One that is not answered yet waits for us, however long.
      const waiting = idOf(await ask(await own.logIn('emma'), {}));
      own.clock.advance(0.2 * 86_400_000);
      await close();
      expect([await statusOf(answered), await access()]).toEqual(['closed', 'none']);
      own.clock.advance(100 * 86_400_000);
      await close();
      expect(await statusOf(waiting)).toBe('received');
      const again = await own.logIn('sora');
      expect((await reply(again, answered)).problem.code).toBe('inquiry.closed');
      expect((await ask(again, {})).status).toBe(201);
      expect(await access()).toBe('inquiry');
    } finally {
      await database.close();
    }
  } finally {
    await own.close();
  }
});

test('more than thirty answers within an hour take a code, which is good for thirty more', async () => {
  const busy = await loggedIn(app, await enrolled(app, 'busy', ['support']));
  const other = await loggedIn(app, await enrolled(app, 'other', ['support']));
  const id = idOf(await ask(noah, {}));
  const path = `/inquiries/${id}/messages`;
  const bare = async (by: OpsClient) => {
    const { status, problem } = await by.post(path, { text: 'It is on its way.', reason: 'asked', code: '' });
    return status === 201 ? 'sent' : problem.code;
  };
  for (let round = 0; round < 2; round += 1) {
    const sent = [];
    for (let answer = 0; answer < 29; answer += 1) sent.push(await bare(busy));
    expect(new Set(sent)).toEqual(new Set(['sent']));
    expect([await bare(busy), await bare(busy), await bare(busy)]).toEqual([
      'sent',
      'field.required',
      'field.required',
    ]);
    expect(await bare(other)).toBe('sent');
    if (round === 0) expect((await busy.post(path, { text: 'So.', reason: 'asked' })).status).toBe(201);
    // The limit of a minute is another matter.
    await app.database.sql(`DELETE FROM rate_limit WHERE key LIKE 'answerInquiry:%'`);
  }
});

test('more than thirty closings within an hour take a code', async () => {
  const own = await loggedIn(app, await enrolled(app, 'closer', ['support']));
  const close = async (id: string) => (await own.post(`/inquiries/${id}/close`, { reason: 'asked', code: '' })).problem;
  const id = idOf(await ask(noah, {}));
  expect((await close(id)).code).toBeUndefined();
  for (let count = 1; count < 30; count += 1) expect((await close(id)).code).toBe('inquiry.closed');
  expect((await close(id)).fields).toEqual([expect.objectContaining({ path: 'code', code: 'field.required' })]);
});

test('an answer is a notice that leads to it', async () => {
  const id = idOf(await ask(noah, {}));
  await support.post(`/inquiries/${id}/messages`, { text: 'Here.', reason: 'asked' });
  const { notices } = (await noah.get('/api/v1/notices?kind=system')).body as { notices: object[] };
  expect(notices[0]).toMatchObject({ template: 'inquiryAnswered', link: `/consulation/detail/${id}`, read: false });
});

test('are listed newest first, page by page', async () => {
  const emma = await app.logIn('emma');
  const ids: string[] = [];
  for (const text of ['one', 'two', 'x'.repeat(2000)]) ids.unshift(idOf(await ask(emma, { text })));
  const first = await emma.get('/api/v1/inquiries?limit=2');
  const { inquiries, next } = first.body as { inquiries: { id: string; beginning: string }[]; next: string };
  expect(inquiries.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(inquiries[0]?.beginning).toBe('x'.repeat(120));
  const second = (await emma.get(`/api/v1/inquiries?limit=2&after=${next}`)).body;
  expect(second).toMatchObject({ inquiries: [{ id: ids[2], beginning: 'one' }], next: null });
});

test('one that is sent again with its key is one', async () => {
  const key = newKey();
  const [first, again] = [await ask(hana, { text: 'once' }, key), await ask(hana, { text: 'once' }, key)];
  expect(again.text).toBe(first.text);
  expect((await ask(hana, { text: 'another' }, key)).problem.code).toBe('idempotency.key_reused');
  expect(await countOf(app.database, 'inquiry_message', `text = 'once'`)).toBe(1);
});

describe('a long thread', () => {
  interface Page {
    readonly messages: readonly { readonly id: string; readonly text: string }[];
    readonly next: string | null;
  }
  let yuna: Client;
  let id: string;
  beforeAll(async () => {
    yuna = await app.logIn('yuna');
    id = idOf(await ask(yuna, { text: '0' }));
    // From before messages had an upper bound.
    await app.database.sql(
      `SET session_replication_role = 'replica';
       INSERT INTO inquiry_message (inquiry, author, text, created_at)
         SELECT ${id}, 'member', i::text, now() FROM generate_series(1, 3000) AS of (i) ORDER BY of.i;
       RESET session_replication_role`,
    );
  });
  const words = Array.from({ length: 3_001 }, (_, index) => String(index));
  const textsIn = ({ messages }: Page) => messages.map(({ text }) => text);

  test.each(['member', 'operator'])('is read from its end, page by page, by the %s', async (who) => {
    const read = async (query: string): Promise<Page> =>
      who === 'member'
        ? ((await yuna.get(`/api/v1/inquiries/${id}${query}`)).body as unknown as Page)
        : ((await support.get(`/inquiries/${id}${query}`)).body as unknown as Page);
    expect(textsIn(await read(''))).toEqual(words.slice(-20));
    const all: string[] = [];
    for (let page = await read('?limit=100'); ; page = await read(`?limit=100&after=${page.next}`)) {
      all.unshift(...textsIn(page));
      if (page.next === null) break;
    }
    expect(all).toEqual(words);
  });

  test('a reply answers and keeps itself alone, also when it is sent again', async () => {
    const key = newKey();
    const send = () => yuna.post(`/api/v1/inquiries/${id}/messages`, { text: 'And now?' }, { 'idempotency-key': key });
    await support.post(`/inquiries/${id}/messages`, { text: 'So much!', reason: 'asked' });
    const first = await send();
    expect(first.body).toMatchObject({ id, status: 'received', messages: [{ author: 'member', text: 'And now?' }] });
    expect(first.body.messages).toHaveLength(1);
    const again = await send();
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const [kept] = await app.database.sql<{ bytes: number }>(
      'SELECT octet_length(body::text) AS bytes FROM stored_answer WHERE key = $1',
      [key],
    );
    expect(kept?.bytes).toBeLessThan(1_000);
    const answer = await support.post(`/inquiries/${id}/messages`, { text: 'Soon.', reason: 'asked' });
    expect(answer.body.messages).toMatchObject([{ author: 'operator', text: 'Soon.' }]);
    expect((await yuna.post(`/api/v1/inquiries/${id}/close`, {})).body).toMatchObject({
      status: 'closed',
      messages: [],
    });
  });

  test('costs a list nothing', async () => {
    const plan = async (sql: string): Promise<string> =>
      (await app.database.sql<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING off) ${sql}`))
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    await app.database.sql('ANALYZE inquiry_message');
    const last = `SELECT max(id) FROM inquiry_message WHERE inquiry = ${id} AND author = 'operator'`;
    expect(await plan(last)).toContain('inquiry_message_answer');
  });
});

describe('about a record', () => {
  test('names one of the own, sent or received; any other is as good as none', async () => {
    const { records } = (await noah.get('/api/v1/records')).body as { records: { kind: string; reference: string }[] };
    const received = records.find(({ kind }) => kind === 'transfer_in')?.reference;
    const opening = records.find(({ kind }) => kind === 'opening')?.reference;
    for (const record of [received, opening]) expect((await ask(noah, { record })).body.record).toBe(record);
    // It came from hana: hers, too. The opening is not.
    expect((await ask(hana, { record: received })).status).toBe(201);
    for (const record of [opening, newKey()])
      expect((await ask(hana, { record })).problem).toMatchObject({
        status: 422,
        code: 'inquiry.record_unknown',
        fields: [{ path: 'record' }],
      });
  });

  test('or one of the own deposits, which has no record as long as it is not credited', async () => {
    const id = await depositInSuspense(app.database, 'noah');
    const { deposits } = (await noah.get('/api/v1/deposits')).body as {
      deposits: { id: string; transaction: { id: string }; reference: null }[];
    };
    const deposit = deposits.find((each) => each.id === id);
    expect(deposit?.reference).toBeNull();
    const transaction = deposit?.transaction.id;
    const request = await ask(noah, { type: 'deposit', transaction });
    expect(request.body).toMatchObject({ record: null, transaction });
    expect((await thread(noah, idOf(request))).body.transaction).toBe(transaction);
    expect((await ask(hana, { type: 'deposit', transaction })).problem).toMatchObject({
      code: 'inquiry.record_unknown',
      fields: [{ path: 'transaction' }],
    });
  });
});

test.each([
  ['no text', { text: '' }, 'field.required'],
  ['blanks', { text: ' \n\t' }, 'field.required'],
  ['too much', { text: 'x'.repeat(2001) }, 'field.range'],
  ['a number', { text: 7 }, 'field.type'],
  ['half a character', { text: '\ud83d' }, 'field.format'],
  ['NUL', { text: 'a\0b' }, 'field.format'],
  ['what steers a terminal', { text: '\x1b[2J' }, 'field.format'],
  ['an unknown type', { type: 'gossip' }, 'field.choice'],
  ['a record that is none', { record: '1 OR 1=1' }, 'field.format'],
  ['a transaction that is none', { transaction: '0x1' }, 'field.format'],
  ['a status', { status: 'closed' }, 'field.unknown'],
])('%s is refused', async (_what, body, code) => {
  const answer = await ask(hana, body);
  expect(answer.status).toBe(400);
  expect(answer.problem.fields?.map((issue) => issue.code)).toEqual([code]);
});

test("another member's inquiry is as good as none", async () => {
  const id = idOf(await ask(hana, {}));
  for (const which of [id, '999999999'])
    for (const answer of [
      await thread(noah, which),
      await reply(noah, which),
      await noah.post(`/api/v1/inquiries/${which}/close`, {}),
    ])
      expect(answer.problem).toMatchObject({ status: 404, code: 'request.not_found' });
  expect((await thread(hana, id)).body.status).toBe('received');
});

test('a suspended member may still ask', async () => {
  await suspend(app.database, 'ren');
  const ren = await app.logIn('ren');
  const id = idOf(await ask(ren, { type: 'account', text: 'Why?' }));
  expect((await reply(ren, id)).status).toBe(201);
});

test('a reply and a close at once: the reply is in the thread before, or it is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = idOf(await ask(hana, {}));
    const [written] = await Promise.all([reply(hana, id), support.post(`/inquiries/${id}/close`, { reason: 'done' })]);
    const seen = await thread(hana, id);
    expect(seen.body.status).toBe('closed');
    expect(messagesIn(seen)).toHaveLength(written.status === 201 ? 2 : 1);
  }
});

test('messages are never changed, not even by the application', async () => {
  const text = 'kept as it is';
  await ask(hana, { text });
  for (const change of [`UPDATE inquiry_message SET text = 'other'`, 'DELETE FROM inquiry_message'])
    await expect(app.database.sql(`${change} WHERE text = '${text}'`)).rejects.toThrow('append-only');
});

describe('for operators', () => {
  test('whoever looks, answers or closes stands in the audit log, with the reason', async () => {
    const id = idOf(await ask(hana, { type: 'team' }));
    const before = (await auditedHere()).length;
    const list = await support.get('/inquiries?status=received&limit=1');
    expect(list.body).toMatchObject({ inquiries: [{ id, username: 'hana', type: 'team', status: 'received' }] });
    expect((await support.get(`/inquiries/${id}`)).body).toMatchObject({ id, username: 'hana' });
    await support.post(`/inquiries/${id}/messages`, { text: 'So.', reason: 'first answer' });
    await support.post(`/inquiries/${id}/close`, { reason: 'solved' });
    expect((await auditedHere()).slice(before)).toEqual([
      { actor: 'operator:sue', action: 'inquiry.list', subject: 'received', reason: 'read' },
      { actor: 'operator:sue', action: 'inquiry.read', subject: id, reason: 'read' },
      { actor: 'operator:sue', action: 'inquiry.answer', subject: id, reason: 'first answer' },
      { actor: 'operator:sue', action: 'inquiry.close', subject: id, reason: 'solved' },
    ]);
  });

  test('what is refused changes nothing and needs a reason', async () => {
    const id = idOf(await ask(hana, {}));
    const before = await auditedHere();
    expect((await support.post(`/inquiries/${id}/messages`, { text: 'So.' })).problem.code).toBe('request.invalid');
    expect((await support.post(`/inquiries/${id}/close`, { reason: ' ' })).problem.code).toBe('request.invalid');
    expect((await support.post('/inquiries/999999999/close', { reason: 'x' })).problem.code).toBe('request.not_found');
    expect(await auditedHere()).toEqual(before);
    expect(messagesIn(await thread(hana, id))).toHaveLength(1);
  });

  test('only the support may come near', async () => {
    const others = [
      await loggedIn(app, await enrolled(app, 'vic', ['viewer', 'releases'])),
      new OpsClient(app, hana.cookie),
    ];
    const id = idOf(await ask(hana, {}));
    for (const client of others)
      for (const answer of [await client.get('/inquiries'), await client.get(`/inquiries/${id}`)])
        expect(answer.problem.code).toMatch(/^auth\.(?:forbidden|session_required)$/);
  });

  interface Listed {
    readonly inquiries: readonly { readonly id: string; readonly waitingSince: string | null }[];
    readonly next: string | null;
  }
  const pageOf = async (query: string) => (await support.get(`/inquiries?${query}`)).body as unknown as Listed;
  /** Every page of a list, two rows each. */
  const walk = async (query: string): Promise<Listed['inquiries']> => {
    const rows: Listed['inquiries'][number][] = [];
    for (let after = ''; ; ) {
      const { inquiries, next } = await pageOf(`${query}&limit=2${after}`);
      rows.push(...inquiries);
      if (next === null) return rows;
      after = `&after=${next}`;
    }
  };

  test('who waits longest comes first, by what they wrote since the last answer, and page by page', async () => {
    const oliver = await app.logIn('oliver');
    await oliver.post('/api/v1/profile/preferences', { language: 'ko' });
    const ids: string[] = [];
    for (const type of ['deposit', 'stake', 'deposit', 'team'])
      ids.push(idOf(await ask(oliver, { type, text: `about ${type}` })));
    const [first = '', second = '', third = '', last = ''] = ids;
    app.clock.advance(60_000);
    await support.post(`/inquiries/${first}/messages`, { text: 'So.', reason: 'asked' });
    await support.post(`/inquiries/${last}/close`, { reason: 'asked twice' });
    const replied = (await reply(oliver, first)).body.messages as readonly { readonly at: string }[];
    app.clock.advance(60_000);
    // More words of one who waits already begin no new wait.
    await reply(oliver, second, 'Hello?');

    const waits = await walk('order=wait&username=OLIVER');
    expect(waits.map(({ id }) => id)).toEqual([second, third, first]);
    expect(waits.at(-1)).toMatchObject({ waitingSince: replied.at(-1)?.at, username: 'oliver', language: 'ko' });
    expect((await walk('username=oliver')).map(({ id, waitingSince }) => [id, waitingSince === null])).toEqual([
      [last, true],
      [third, false],
      [second, false],
      [first, false],
    ]);
    expect((await walk('username=oliver&type=deposit')).map(({ id }) => id)).toEqual([third, first]);
    expect(await walk('username=oliver&order=wait&type=team')).toEqual([]);
    expect(await walk('username=nobodyhere')).toEqual([]);
    expect((await support.get(`/inquiries/${first}`)).body.language).toBe('ko');
    // Everybody's, too, are in the order of their waits.
    const all = (await walk('order=wait')).map(({ waitingSince }) => String(waitingSince));
    expect(all).toEqual(all.toSorted());
  });

  test('a list says how each begins, in its first line, whatever was written since', async () => {
    const id = idOf(await ask(hana, { text: 'Reach me at hana@example.com please.\nIt is late.' }));
    await support.post(`/inquiries/${id}/messages`, { text: 'Soon.', reason: 'asked' });
    const { inquiries } = await pageOf('username=hana&limit=1');
    expect(inquiries).toMatchObject([{ id, beginning: 'Reach me at h***@example.com please.' }]);
  });

  test('one that is answered while the list is read moves no other from its page', async () => {
    const sora = await app.logIn('sora');
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(idOf(await ask(sora, { text })));
    const { inquiries, next } = await pageOf('order=wait&username=sora&limit=2');
    expect(inquiries.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    for (const id of ids.slice(0, 2)) await support.post(`/inquiries/${id}/messages`, { text: 'So.', reason: 'asked' });
    const rest = await pageOf(`order=wait&username=sora&limit=2&after=${next}`);
    expect(rest).toMatchObject({ inquiries: [{ id: ids[2] }], next: null });
  });

  test('an answer that asks for what only its member may know is not sent', async () => {
    const id = idOf(await ask(hana, {}));
    const before = await auditedHere();
    const answer = await support.post(`/inquiries/${id}/messages`, { text: 'Send me your code', reason: 'asked' });
    expect(answer.problem).toMatchObject({
      status: 422,
      code: 'inquiry.asks_secret',
      fields: [{ path: 'text', code: 'inquiry.asks_secret' }],
    });
    expect(messagesIn(await thread(hana, id))).toHaveLength(1);
    expect(await auditedHere()).toEqual(before);
  });
});
