import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { give } from '../../testing/balances.ts';
import { brokenBooks } from '../../testing/bareNodes.ts';
import { depositInSuspense } from '../../testing/deposits.ts';
import { memberId, newMember, type TestMember } from '../../testing/members.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { goodPassword, proveAddress, registration } from '../../testing/registering.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Sue and Sam are of the support, Vera sees nothing. */
let app: TestApplication;
let sue: OpsClient;
let sam: OpsClient;
let vera: OpsClient;
let hana: Client;

beforeAll(async () => {
  app = await startTestApplication({ rateLimitFactor: 100 });
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  sam = await loggedIn(app, await enrolled(app, 'sam', ['support']));
  vera = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
  hana = await app.logIn('hana');
});
afterAll(() => app.close());

const reason = 'asked for it by letter';
const ask = (username: string, by = sue) => by.post(`/members/${username}/erasure`, { reason });
const sql = <Row extends object>(text: string, values: unknown[] = []) => app.database.sql<Row>(text, values);

/** 5 USD to hana, without a fee. @returns the journal */
async function pay(sender: string): Promise<string> {
  const id = randomUUID();
  await sql(
    `SELECT post($1::uuid, s.id, $1::uuid::text, '\\x00', 'transfer', jsonb_build_object('sender', s.id::text, 'recipient', r.id::text),
                 ARRAY[r.id * 1000 + 101, s.id * 1000 + 101]::bigint[], ARRAY[5000000, -5000000]::bigint[], 'transfer', 'USD', 5000000)
       FROM member s, member r WHERE s.username = $2 AND r.username = 'hana'`,
    [id, sender],
  );
  return id;
}

/** Tables in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const hits: string[] = [];
  for (const { name } of tables)
    if ((await sql(`SELECT 1 FROM ${name} AS t WHERE t::text ILIKE $1 LIMIT 1`, [`%${text}%`])).length > 0)
      hits.push(name);
  return hits;
}

describe('a member without money', () => {
  let member: TestMember;
  let id: string;
  let erased: string;
  let sent: string;

  beforeAll(async () => {
    member = await newMember(app, { usd: 5 });
    id = await memberId(app.database, member.username);
    sent = await pay(member.username);
    // A transfer is notified of a little later, and after those before it.
    for (let tries = 0; tries < 50; tries += 1) {
      await sql('SELECT notice_transfers(250)');
      if ((await sql('SELECT 1 FROM notice WHERE journal = $1', [sent])).length > 0) break;
      await delay(50);
    }
    const inquiry = { type: 'other', text: `I am ${member.email}, please call.` };
    const written = await member.client.post('/api/v1/inquiries', inquiry, { 'idempotency-key': newKey() });
    expect(written.status).toBeLessThan(300);
    await sql(
      `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
       VALUES ($1, 'TRON', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'my own', now(), now())`,
      [id],
    );
    expect((await hana.get('/api/v1/notices')).text).toContain(member.username);
    expect(await tablesWith(member.email)).toContain('inquiry_message');
  });

  test('is erased once one of the support asks and another approves', async () => {
    expect((await ask(member.username, vera)).problem.code).toBe('auth.forbidden');
    const request = await ask(member.username);
    expect(request.status).toBe(200);
    expect((await sue.approve('member.erase', request.body.id)).problem.code).toBe('approval.second_person');
    expect((await vera.approve('member.erase', request.body.id)).problem.code).toBe('auth.forbidden');
    expect((await sam.approve('member.erase', request.body.id)).status).toBe(200);
    const [row] = await sql<{ username: string }>(
      'SELECT username FROM member WHERE id = $1 AND erased_at IS NOT NULL',
      [id],
    );
    erased = row?.username ?? '';
    expect(erased).toMatch(/^erased\d{9}$/);
    expect((await sam.approve('member.erase', request.body.id)).problem.code).toBe('approval.closed');
    expect((await ask(erased)).problem.code).toBe('erasure.done');
  });

  test('nowhere in the database does e-mail or username stand any more', async () => {
    expect(await tablesWith(member.email)).toEqual([]);
    // How names look is kept, without whose they were: a name can be its own look.
    expect((await tablesWith(member.username)).filter((table) => table !== 'username_skeleton')).toEqual([]);
    for (const table of ['session', 'member_device', 'recovery_code', 'book_address'])
      expect(await sql(`SELECT 1 FROM ${table} WHERE member_id = $1`, [id])).toEqual([]);
    expect(
      await sql(`SELECT 1 FROM security_event WHERE member_id = $1 AND network || user_agent <> ''`, [id]),
    ).toEqual([]);
    expect(
      await sql('SELECT DISTINCT text FROM inquiry_message m JOIN inquiry i ON i.id = m.inquiry WHERE i.member = $1', [
        id,
      ]),
    ).toEqual([{ text: '[erased]' }]);
  });

  test('nobody logs in as them, by any name, nor goes on', async () => {
    expect((await member.client.get('/api/v1/profile')).status).toBe(401);
    for (const username of [member.username, erased]) {
      const answer = await app.visitor.post('/api/v1/session', { username, password: goodPassword });
      expect(answer.problem.code).toBe('auth.username_unknown');
    }
    const email = `${erased}@erased.invalid`;
    await app.visitor.post('/api/v1/email-codes', { purpose: 'resetPassword', email, language: 'en' });
    expect(await sql(`SELECT 1 FROM outbox_mail WHERE recipient = $1 AND template = 'resetCode'`, [email])).toEqual([]);
  });

  test('others see a neutral name where they stood', async () => {
    const shown = [
      await hana.get('/api/v1/notices'),
      await hana.get(`/api/v1/records/${sent}`),
      await (await app.logIn('demo')).get('/api/v1/team/search?username=erased'),
      await sue.get(`/members/${erased}`),
      await sue.get('/approvals?action=member.erase'),
    ];
    for (const { status, text } of shown) {
      expect([status, text]).toEqual([200, expect.stringContaining(erased)]);
      expect(text).not.toContain(member.username);
    }
    expect((await sue.get(`/members/${erased}`)).body.erasedAt).not.toBeNull();
    expect((await sue.get(`/members/${member.username}`)).status).toBe(404);
    const recipient = await (await app.logIn('demo')).get(`/api/v1/transfers/recipients/${erased}`);
    expect(recipient.problem.code).toBe('transfer.recipient_cannot_receive');
  });

  test('the books, the place in the tree, consents and what was decided stay', async () => {
    expect(await sql('SELECT 1 FROM journal WHERE id = $1', [sent])).toHaveLength(1);
    expect(await sql('SELECT 1 FROM tree_node WHERE id = $1', [id])).toHaveLength(1);
    expect((await sql('SELECT 1 FROM terms_acceptance WHERE member = $1', [id])).length).toBeGreaterThan(0);
    expect(await audited(app.database, { subject: id })).toMatchObject([
      { actor: 'operator:sue', action: 'member.ask_erasure', reason, after: { member: id } },
      { actor: 'operator:sam', action: 'member.erase', after: { member: id } },
    ]);
    expect(await brokenBooks(app.database.ownerUrl)).toEqual([]);
  });

  test('is nobody that operators decide about, and nothing is written to them again', async () => {
    const code = async (path: string, body: object) =>
      (await sue.post(`/members/${erased}/${path}`, { reason, ...body })).status;
    expect([await code('suspend', { cause: 'other' }), await code('country', { country: 'KR' })]).toEqual([404, 404]);
    await expect(sql(`UPDATE member SET country = 'KR' WHERE id = $1`, [id])).rejects.toThrow('member_erased');
    await expect(sql(`UPDATE inquiry_message SET text = 'other'`)).rejects.toThrow('append-only');
    // The address is free again; a name that looks the same is nobody's.
    const { email } = member;
    const emailTicket = await proveAddress(app, email);
    const again = (username: string) =>
      app.visitor.post('/api/v1/members', registration({ email, username, emailTicket }));
    expect((await again(member.username)).status).toBe(409);
    expect((await again('anothername')).status).toBe(201);
  });
});

describe('while money is there, or on its way, nobody is erased', () => {
  let member: TestMember;
  let id: string;
  beforeAll(async () => {
    member = await newMember(app);
    id = await memberId(app.database, member.username);
  });
  const past = (text: string) =>
    sql(`SET session_replication_role = 'replica'; ${text}; RESET session_replication_role`);

  test.each<[code: string, table: string, begin: () => Promise<unknown>]>([
    [
      'erasure.withdrawal',
      'withdrawal',
      () =>
        past(`INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold,
                risks, approvals, status, step, created_at, deadline_at, changed_at, revision)
              VALUES (gen_random_uuid(), ${id}, 'USD', 1, 'USDT', 'BSC', 1, 0, 1, 1, 'x', 'x', gen_random_uuid(), '{}', 1, 'pending_review',
                'review', now(), now(), now(), 1)`),
    ],
    [
      'erasure.package',
      'package_loop',
      () =>
        past(`INSERT INTO package_loop (package, n, member, due_on, value, reward)
              VALUES (gen_random_uuid(), 1, ${id}, current_date + 9, 1, 0)`),
    ],
    [
      'erasure.stake',
      'stake',
      () =>
        past(`INSERT INTO stake (id, member, rate, rate_numerator, rate_denominator, started_at, begun_by, state, cp, basis, reward, term,
                start_day, choice_closes)
              VALUES (gen_random_uuid(), ${id}, 1, 1, 1, now(), gen_random_uuid(), 'unlocked', 1, 1, 0, 1, current_date, '0 s')`),
    ],
    [
      'erasure.bonus',
      'bonus_line',
      () =>
        past(`INSERT INTO bonus_line (member, day, qualified, left_stock, right_stock, left_gone, right_gone, matched, direct_points, direct,
                pairing, cap, cut, own_value, month_before, over_limit, due, paid, rp)
              VALUES (${id}, current_date, true, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0)`),
    ],
  ])('%s', async (code, table, begin) => {
    expect((await ask(member.username)).status).toBe(200);
    await begin();
    expect((await ask(member.username)).problem.code).toBe(code);
    await past(`DELETE FROM ${table} WHERE member = ${id}`);
  });

  test('a deposit that is not credited, a balance, and what came after it was asked for', async () => {
    const request = await ask(member.username);
    await give(app.database, member.username, 'usdAvailable', 5);
    expect((await ask(member.username)).problem.code).toBe('erasure.balance');
    expect((await sam.approve('member.erase', request.body.id)).problem.code).toBe('erasure.balance');
    await pay(member.username);
    await depositInSuspense(app.database, member.username);
    expect((await sam.approve('member.erase', request.body.id)).problem.code).toBe('erasure.deposit');
    expect(
      await sql('SELECT 1 FROM member WHERE id = $1 AND erased_at IS NULL AND email = $2', [id, member.email]),
    ).toHaveLength(1);
  });
});
