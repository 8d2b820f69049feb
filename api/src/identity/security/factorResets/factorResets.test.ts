import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../../development/demo/team.ts';
import { bindGoogle, type Phone } from '../../../testing/authenticator.ts';
import { mails } from '../../../testing/mails.ts';
import {
  enrolled,
  loggedIn,
  type OpsAnswer,
  type OpsClient,
  restoreOperator,
  suspendOperator,
  type TestOperator,
} from '../../../testing/operators.ts';
import { givePasskey } from '../../../testing/passkey.ts';
import { audited, auditLines, noticesIn } from '../../../testing/records.ts';
import { type Client, startTestApplication, type TestApplication } from '../../../testing/testApplication.ts';

let app: TestApplication;
let operators: Readonly<Record<'sue' | 'sam', TestOperator>>;
let sue: OpsClient;
let sam: OpsClient;
const members = [
  ...['hana', 'emma', 'noah', 'yuna', 'ren', 'lihua', 'sora', 'jisoo'],
  ...['minjun', 'weijie', 'xinyi', 'oliver'],
];
let name: string;
let own: Client;
let phone: Phone;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
  operators = { sue: await enrolled(app, 'sue', ['support']), sam: await enrolled(app, 'sam', ['support']) };
});
afterAll(() => app.close());
beforeEach(async () => {
  name = members.pop() ?? '';
  own = await app.logIn(name);
  phone = await bindGoogle(app, own, `${name}@example.com`);
  [sue, sam] = [await loggedIn(app, operators.sue), await loggedIn(app, operators.sam)];
});

const hour = 3_600_000;
const request = (by = sue) => by.post(`/members/${name}/factor-resets`, { reason: 'phone lost, passport seen' });
const approve = ({ body }: OpsAnswer, by = sam) => by.approve('factor_reset.approve', body.id);
const stored = async ({ body }: OpsAnswer) =>
  (
    await app.database.sql<{ outcome: string | null; approved_by: string | null }>(
      'SELECT outcome, approved_by FROM factor_reset WHERE id = $1',
      [body.id],
    )
  )[0];
const bound = async () =>
  (
    await app.database.sql<{ bound: boolean; codes: string }>(
      `SELECT google_secret IS NOT NULL AS bound, (SELECT count(*) FROM recovery_code WHERE member_id = m.id) AS codes
       FROM member m WHERE username = $1`,
      [name],
    )
  )[0];
const mailed = () => mails(app.database, { to: `${name}@example.com`, like: 'factorReset%' });
const notices = async () =>
  (await noticesIn(app.database, name)).map(({ template }) => template).filter((t) => t.startsWith('secondFactor'));
const logIn = (code?: string) =>
  app.visitor.post('/api/v1/session', { username: name, password: demoPassword, ...(code && { code }) });
const dueIn = async (client: Client) =>
  ((await client.get('/api/v1/security')).body.factorReset as { dueAt: string } | null)?.dueAt;

/** An approval past the application. */
const say = ({ body }: OpsAnswer, actor: string) =>
  app.database.sql(
    `INSERT INTO approval_given (approval, actor, reason, at)
       SELECT id, $2, 'why', now() FROM approval WHERE action = 'factor_reset.approve' AND subject = $1`,
    [body.id, actor],
  );

/** Waits for the job, which looks by itself. */
async function ended(reset: OpsAnswer): Promise<string> {
  for (;;) {
    const outcome = (await stored(reset))?.outcome;
    if (outcome) return outcome;
    await new Promise((next) => setTimeout(next, 50));
  }
}

test('two people, 72 hours, and the owner notified each time: then the factor is gone, and money waits a day', async () => {
  const approval = await request();
  expect([approval.status, approval.body]).toMatchObject([
    202,
    { username: name, requestedBy: 'operator:sue', dueAt: null },
  ]);
  const listed = await sam.get('/factor-resets');
  expect(listed.body.resets).toContainEqual(expect.objectContaining({ username: name, requestedBy: 'operator:sue' }));
  expect((await audited(app.database, { like: 'factor_reset.list' })).map(({ actor }) => actor)).toEqual([
    'operator:sam',
  ]);
  expect((await approve(approval)).status).toBe(200);
  const approved = ((await sam.get('/factor-resets')).body.resets as Record<string, unknown>[]).find(
    ({ username }) => username === name,
  );
  expect(approved).toMatchObject({ approvedBy: 'operator:sam' });
  const due = String(approved?.dueAt);
  expect((Date.parse(due) - app.clock.now().getTime()) / hour).toBeCloseTo(72, 1);
  expect(await dueIn(own)).toBe(due);
  expect((await mailed()).map(({ template }) => template)).toEqual(['factorResetPending', 'factorResetPending']);
  expect(await notices()).toEqual(['secondFactorResetPending', 'secondFactorResetPending']);

  await givePasskey(app, name, 0);

  app.clock.advance(72 * hour - 60_000);
  expect((await logIn()).problem.code).toBe('auth.second_factor_required');
  const session = app.visitor.after(await logIn(phone.code()));
  expect((await stored(approval))?.outcome).toBeNull();
  app.clock.advance(60_000);
  expect(await ended(approval)).toBe('done');
  expect(await bound()).toEqual({ bound: false, codes: '0' });
  expect(await app.database.sql('SELECT id FROM passkey')).toEqual([]);
  expect((await session.get('/api/v1/profile')).status).toBe(401);
  const answer = await logIn();
  expect(answer.status).toBe(200);
  const now = app.visitor.after(answer);
  const security = (await now.get('/api/v1/security')).body as { lock: { until: string; cause: string } };
  expect(security).toMatchObject({ google: { boundAt: null, recoveryCodesLeft: 0 }, factorReset: null });
  expect(security.lock.cause).toBe('google_reset');
  expect((Date.parse(security.lock.until) - app.clock.now().getTime()) / hour).toBeCloseTo(24, 1);
  expect((await mailed()).at(-1)?.template).toBe('factorReset');
  expect((await notices()).at(-1)).toBe('secondFactorReset');
  const rebound = await bindGoogle(app, now, `${name}@example.com`);
  const transfer = await now.post(
    '/api/v1/transfers',
    { recipient: 'demo', amount: '1', unit: 'USD', code: rebound.code() },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect(transfer.problem).toMatchObject({ code: 'member.security_lock' });
  expect(await auditLines(app.database, name)).toEqual([
    'operator:sue factor_reset.request',
    'operator:sam factor_reset.approve',
    'automatic factor_reset.carry_out',
  ]);
});

describe('nobody alone', () => {
  test('approves what they asked for: neither here nor past the application', async () => {
    const approval = await request();
    expect((await approve(approval, sue)).problem).toMatchObject({ status: 403, code: 'approval.second_person' });
    for (const person of ['operator:sue', 'command:sue', 'command:SUE', 'operator:sam']) {
      await expect(
        app.database.sql(
          `UPDATE factor_reset SET approved_by = $2, approved_at = now(), due_at = now() + interval '73 hours' WHERE id = $1`,
          [approval.body.id, person],
        ),
      ).rejects.toMatchObject({ code: 'TF001' });
      if (person !== 'operator:sam') await expect(say(approval, person)).rejects.toMatchObject({ code: 'TA001' });
    }
    expect(await stored(approval)).toEqual({ outcome: null, approved_by: null });
  });

  test('shortens the wait: the database enforces it', async () => {
    const approval = await request();
    const short = `DO $$ BEGIN
      INSERT INTO approval_given (approval, actor, reason, at)
        SELECT id, 'operator:sam', 'why', now() FROM approval WHERE action = 'factor_reset.approve' AND subject = '${approval.body.id}';
      UPDATE factor_reset SET due_at = now() + interval '71 hours' WHERE id = ${approval.body.id};
    END $$`;
    await expect(app.database.sql(short)).rejects.toMatchObject({ code: '23514' });
    const done = `UPDATE factor_reset SET outcome = 'done', ended_at = $2 WHERE id = $1`;
    await expect(app.database.sql(done, [approval.body.id, app.clock.now()])).rejects.toThrow(
      /factor_reset_was_waited_for$/,
    );
    await approve(approval);
    await expect(app.database.sql(done, [approval.body.id, app.clock.now()])).rejects.toThrow(
      /factor_reset_was_waited_for$/,
    );
    await expect(
      app.database.sql(`UPDATE factor_reset SET due_at = due_at + interval '1 hour' WHERE id = $1`, [approval.body.id]),
    ).rejects.toMatchObject({ code: 'TR009' });
    expect((await approve(approval)).problem.code).toBe('approval.closed');
  });

  test('stays in it when suspended, and nothing comes of a request that waits too long', async () => {
    const approval = await request();
    await suspendOperator(app.database, 'sue');
    expect((await approve(approval)).problem.code).toBe('approval.closed');
    await restoreOperator(app.database, 'sue');
    expect((await request(sam)).problem.code).toBe('factor_reset.open_already');
    app.clock.advance(72 * hour);
    [sue, sam] = [await loggedIn(app, operators.sue), await loggedIn(app, operators.sam)];
    expect((await approve(approval)).problem.code).toBe('approval.closed');
    expect((await sue.get('/factor-resets')).body.resets).not.toContainEqual(
      expect.objectContaining({ username: name }),
    );
    expect((await request()).status).toBe(202);
    expect((await stored(approval))?.outcome).toBe('lapsed');
  });
});

describe('the owner stops it', () => {
  test('while logged in, suspended or not', async () => {
    const approval = await request();
    await approve(approval);
    await sue.post(`/members/${name}/suspend`, { cause: 'other', reason: 'for the test' });
    expect((await own.post('/api/v1/security/factor-reset/cancellation', {})).status).toBe(200);
    expect(await dueIn(own)).toBeUndefined();
    expect((await own.post('/api/v1/security/factor-reset/cancellation', {})).problem.code).toBe('request.not_found');
    expect((await stored(approval))?.outcome).toBe('cancelled');
    expect((await mailed()).at(-1)?.template).toBe('factorResetCancelled');
    expect((await notices()).at(-1)).toBe('secondFactorResetCancelled');
    app.clock.advance(73 * hour);
    await sue.post(`/members/${name}/restore`, { reason: 'for the test' });
    expect(await bound()).toEqual({ bound: true, codes: '10' });
  });

  test('by the link of either mail, once; a link that was made up does nothing', async () => {
    const approval = await request();
    await approve(approval);
    const tokens = (await mailed()).map(({ params }) => params.link?.split('#')[1] ?? '');
    const keep = (token: string) => app.visitor.post('/api/v1/factor-reset-cancellations', { token });
    expect((await keep('A'.repeat(43))).problem.code).toBe('code.invalid_or_expired');
    expect((await stored(approval))?.outcome).toBeNull();
    const answers = await Promise.all([keep(tokens[0] ?? ''), keep(tokens[1] ?? '')]);
    const refused = answers.filter(({ status }) => status !== 200).map(({ problem }) => problem.code);
    expect(refused).toEqual(['code.invalid_or_expired']);
    expect((await stored(approval))?.outcome).toBe('cancelled');
    const dump = await app.database.sql('SELECT l::text FROM factor_reset_link l');
    for (const token of tokens) expect(JSON.stringify(dump)).not.toContain(token);
  });

  test.each([
    ['who asked is suspended', `suspended_at = now()`, 'sue'],
    ['who approved is suspended', `suspended_at = now()`, 'sam'],
    ['who asked has lost the role', `roles = '{viewer}'`, 'sue'],
  ])('or %s, and nobody waits for its end', async (_what, change, operator) => {
    const approval = await request();
    expect((await approve(approval)).status).toBe(200);
    await app.database.sql(`UPDATE operator SET ${change} WHERE name = $1`, [operator]);
    try {
      expect(await ended(approval)).toBe('withdrawn');
      expect(await bound()).toMatchObject({ bound: true });
      expect((await notices()).at(-1)).toBe('secondFactorResetCancelled');
    } finally {
      await app.database.sql(`UPDATE operator SET suspended_at = NULL, roles = '{support}' WHERE name = $1`, [
        operator,
      ]);
    }
  });

  test('nor is it approved once who asked has lost the role', async () => {
    const approval = await request();
    await app.database.sql(`UPDATE operator SET roles = '{viewer}' WHERE name = 'sue'`);
    expect((await approve(approval)).problem.code).toBe('approval.closed');
    await app.database.sql(`UPDATE operator SET roles = '{support}' WHERE name = 'sue'`);
  });

  test('or an operator does', async () => {
    const approval = await request();
    const path = `/factor-resets/${approval.body.id}/withdraw`;
    // What others have asked for is taken back by who has more than a session.
    const bare = await sam.post(path, { reason: 'the owner rang', code: '' });
    expect(bare.problem.fields).toMatchObject([{ path: 'code', code: 'field.required' }]);
    const answer = await sam.post(path, { reason: 'the owner rang' });
    expect(answer.status).toBe(200);
    expect((await stored(approval))?.outcome).toBe('withdrawn');
    expect((await approve(approval)).problem.code).toBe('approval.closed');
  });
});

test('an authenticator that was bound meanwhile is another one, and stays', async () => {
  const approval = await request();
  await approve(approval);
  const removed = await own.post('/api/v1/security/google/removal', {
    password: demoPassword,
    code: phone.recoveryCodes[0],
  });
  expect(removed.status).toBe(200);
  own.keep(removed);
  await bindGoogle(app, own, `${name}@example.com`);
  app.clock.advance(72 * hour);
  expect(await ended(approval)).toBe('moot');
  expect((await bound())?.bound).toBe(true);
});
