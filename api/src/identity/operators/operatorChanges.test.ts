import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rolesApart } from '@trellis/api-contract/operator';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { codeOf, enrolled, loggedIn, OpsClient, type TestOperator, withAccounts } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let ann: OpsClient;
let bob: OpsClient;
let cara: OpsClient;
let audrey: OpsClient;
let admins: readonly TestOperator[];
/** Each test has an operator of its own to change. */
let serial = 0;

beforeAll(async () => {
  app = await startTestApplication();
  admins = [
    await enrolled(app, 'ann', ['admin']),
    await enrolled(app, 'bob', ['admin', 'releases']),
    await enrolled(app, 'cara', ['admin']),
    await enrolled(app, 'audrey', ['auditor']),
  ];
  await logAllIn();
});
async function logAllIn(): Promise<void> {
  const [first, second, third, auditor] = admins as [TestOperator, TestOperator, TestOperator, TestOperator];
  ann = await loggedIn(app, first);
  bob = await loggedIn(app, second);
  cara = await loggedIn(app, third);
  audrey = await loggedIn(app, auditor);
}
afterAll(() => app.close());

const reason = 'as agreed';
const another = async (roles = ['viewer']): Promise<string> => {
  serial += 1;
  await enrolled(app, `other${serial}`, roles as ['viewer']);
  return `other${serial}`;
};
const askRoles = (by: OpsClient, name: string, roles: readonly string[]) =>
  by.post(`/operators/${name}/roles`, { roles, reason });
/** As whoever has the application’s login asks, in anybody's name. */
const asksInSql = (kind: string, name: string, by: string): string =>
  `SELECT request_approval('operator.${kind}', NULL, '{"kind": "${kind}", "name": "${name}", "roles": ["admin"], "base": null}',
     '{name}', '${by}', 'x', now(), now() + interval '1 day')`;
const invite = (by: OpsClient, name: string, roles: readonly string[] = ['viewer']) =>
  by.post('/operators', { name, roles, reason });
const changeActions = ['operator.invite', 'operator.roles', 'operator.restore'] as const;
const approve = (by: OpsClient, id: unknown) => by.approve(changeActions, id, { reason });
const listed = async (name: string) => {
  const { operators } = (await audrey.get('/operators')).body as { operators: { name: string }[] };
  return operators.find((each) => each.name === name) as Record<string, unknown> | undefined;
};
const waiting = async (by: OpsClient) =>
  ((await by.get('/approvals/waiting')).body.waiting as Record<string, unknown>[]).filter(({ action }) =>
    String(action).startsWith('operator.'),
  );
const audited = async (subject: string) =>
  (await audrey.get(`/audit?subject=${subject}`)).body.events as Record<string, unknown>[];

describe('a new operator', () => {
  test('comes by two admins; the link is shown to the second once, and enrols', async () => {
    const request = await invite(ann, 'nina', ['support', 'auditor']);
    expect([request.status, request.body]).toEqual([
      202,
      { id: expect.any(String), expiresAt: expect.any(String), word: expect.stringMatching(/^(\w{4}-?){3}$/) },
    ]);
    expect(await listed('nina')).toBeUndefined();
    expect(await waiting(ann)).toMatchObject([
      { action: 'operator.invite', yours: false, requestedBy: 'operator:ann' },
    ]);
    expect(await waiting(bob)).toMatchObject([
      { yours: true, before: null, after: { operator: 'nina', roles: ['support', 'auditor'] } },
    ]);
    expect((await approve(ann, request.body.id)).problem.code).toBe('approval.second_person');
    const made = await approve(bob, request.body.id);
    expect(await listed('nina')).toMatchObject({ enrolledAt: null, linkUntil: expect.any(String) });
    const { token } = made.body;
    const visitor = new OpsClient(app);
    const open = (word?: string) => visitor.post('/enrolment', { token, password: 'seven quiet lattices', word });
    // Who approved has the link, and not what who asked was shown.
    expect((await open()).problem).toMatchObject({ fields: [{ path: 'word', code: 'field.required' }] });
    expect((await open('abcd-efgh-jkmn')).problem).toMatchObject({
      fields: [{ path: 'word', code: 'code.incorrect' }],
    });
    const opened = await open(` ${String(request.body.word).toUpperCase().replaceAll('-', ' ')}`);
    expect(opened.body.name).toBe('nina');
    const secret = new URL(String(opened.body.otpauthUri)).searchParams.get('secret') ?? '';
    expect((await visitor.post('/enrolment/confirmation', { token, code: codeOf(app, secret) })).status).toBe(200);
    expect(await listed('nina')).toMatchObject({ roles: ['support', 'auditor'], linkUntil: null });
    expect((await approve(cara, request.body.id)).problem.code).toBe('approval.closed');
    expect((await invite(ann, 'nina')).problem.code).toBe('operator.taken');
    const rows = await audited('nina');
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['operator.enrol', 'operator:nina'],
      ['operator.invite', 'operator:bob'],
      ['operator.ask_invite', 'operator:ann'],
    ]);
    for (const reported of [JSON.stringify(rows), (await audrey.get('/operators')).text]) {
      expect(reported).not.toContain(String(token));
      expect(reported).not.toContain(String(request.body.word));
      expect(reported).not.toContain(secret);
    }
  });

  test.each(['asked', 'approved'])('does not come in by a link of who %s and was suspended since', async (part) => {
    const name = `guest.${part}`;
    const gone = await loggedIn(app, await enrolled(app, `gone.${part}`, ['admin']));
    const request = await invite(part === 'asked' ? gone : ann, name);
    const { token } = (await approve(part === 'asked' ? ann : gone, request.body.id)).body;
    expect(await listed(name)).toMatchObject({ linkUntil: expect.any(String) });
    expect((await bob.post(`/operators/gone.${part}/suspend`, { reason })).status).toBe(200);
    const words = { token, word: request.body.word, password: 'seven quiet lattices' };
    expect((await new OpsClient(app).post('/enrolment', words)).problem.code).toBe('code.invalid_or_expired');
    expect(await listed(name)).toMatchObject({ linkUntil: null });
  });

  test('who never enrolled gets a new link by two, and the old one opens nothing', async () => {
    const first = await approve(bob, (await invite(ann, 'olaf')).body.id);
    const request = await invite(cara, 'olaf', ['support']);
    const second = await approve(ann, request.body.id);
    const open = ({ token }: Record<string, unknown>) =>
      new OpsClient(app).post('/enrolment', { token, word: request.body.word, password: 'seven quiet lattices' });
    expect((await open(first.body)).problem.code).toBe('code.invalid_or_expired');
    expect((await open(second.body)).status).toBe(200);
    expect(await listed('olaf')).toMatchObject({ roles: ['support'] });
  });

  test.each([
    ['Nina', ['viewer']],
    ['n', ['viewer']],
    ['n\u0456na', ['viewer']],
    ['vera', []],
    ['vera', ['root']],
    ['vera', ['viewer', 'viewer']],
  ])('is not asked for as %s with %j', async (name, roles) => {
    expect((await invite(ann, name, roles)).problem.code).toBe('request.invalid');
  });

  test.each(rolesApart)('has not %s and %s together, whoever says so', async (one, other) => {
    expect((await invite(ann, 'pia', ['viewer', one, other])).problem.code).toBe('operator.roles_apart');
    const request = await invite(ann, 'pia', ['viewer', one]);
    await app.database.sql(`ALTER TABLE approval DISABLE TRIGGER approval_fixed;
      UPDATE approval SET payload = payload || '{"roles": ["${one}", "${other}"]}' WHERE id = ${String(request.body.id)};
      UPDATE approval SET digest = payload_digest(payload) WHERE id = ${String(request.body.id)};
      ALTER TABLE approval ENABLE TRIGGER approval_fixed`);
    expect((await approve(bob, request.body.id)).problem.code).toBe('operator.roles_apart');
    expect(await listed('pia')).toBeUndefined();
    await ann.post(`/approvals/${request.body.id}/no`, { reason });
  });

  test('the database keeps apart what the contract does', async () => {
    const rows = await app.database.sql<{ one: string; other: string }>('SELECT one, other FROM roles_apart');
    expect(rows.map(({ one, other }) => [one, other])).toEqual(rolesApart);
  });

  test('is asked for by admins alone, with a code of now', async () => {
    const releases = await loggedIn(app, await enrolled(app, 'rollo', ['releases', 'treasurer', 'support']));
    for (const by of [audrey, releases]) expect((await invite(by, 'eve')).problem.code).toBe('auth.forbidden');
    const without = await ann.post('/operators', { name: 'eve', roles: ['viewer'], reason, code: '' });
    expect(without.problem).toMatchObject({ fields: [{ path: 'code', code: 'field.required' }] });
    const wrong = String((Number(codeOf(app, admins[0]?.secret ?? '')) + 1) % 1_000_000).padStart(6, '0');
    const guess = await ann.post('/operators', { name: 'eve', roles: ['viewer'], reason, code: wrong });
    expect(guess.problem).toMatchObject({ fields: [{ path: 'code', code: 'twofactor.incorrect' }] });
    expect(await listed('eve')).toBeUndefined();
  });
});

describe('roles', () => {
  test('change by two, and at once for who is logged in', async () => {
    const dan = await enrolled(app, 'dan', ['viewer']);
    const page = await loggedIn(app, dan);
    expect((await page.get('/audit')).problem.code).toBe('auth.forbidden');
    const request = await askRoles(ann, 'dan', ['auditor', 'support']);
    expect((await listed('dan'))?.roles).toEqual(['viewer']);
    expect(await waiting(cara)).toMatchObject([
      { before: { roles: ['viewer'] }, after: { operator: 'dan', roles: ['auditor', 'support'] } },
    ]);
    expect((await approve(cara, request.body.id)).body).toEqual({ token: null });
    expect((await listed('dan'))?.roles).toEqual(['auditor', 'support']);
    expect((await page.get('/audit')).status).toBe(200);
    expect((await audited('dan')).slice(0, 2)).toMatchObject([
      { action: 'operator.roles', before: { roles: ['viewer'] }, after: { roles: ['auditor', 'support'] } },
      { action: 'operator.ask_roles', actor: 'operator:ann', reason },
    ]);
  });

  test('are no matter of who has them: they neither ask, nor approve or no', async () => {
    expect((await askRoles(bob, 'bob', ['admin', 'support'])).problem.code).toBe('operator.self');
    const request = await askRoles(ann, 'bob', ['releases']);
    const [row] = await waiting(bob);
    expect(row).toMatchObject({ yours: false });
    expect((await approve(bob, request.body.id)).problem.code).toBe('operator.self');
    expect((await bob.post(`/approvals/${String(row?.id)}/no`, { reason })).problem.code).toBe('operator.self');
    expect((await cara.post(`/approvals/${String(row?.id)}/no`, { reason })).status).toBe(200);
    expect((await approve(cara, request.body.id)).problem.code).toBe('approval.closed');
    expect((await listed('bob'))?.roles).toEqual(['admin', 'releases']);
  });

  test('that are theirs already, or of nobody, or of somebody suspended, are not asked for', async () => {
    const name = await another(['viewer', 'support']);
    expect((await askRoles(ann, name, ['support', 'viewer'])).problem.code).toBe('operator.same_roles');
    expect((await askRoles(ann, 'nobody', ['viewer'])).problem.code).toBe('request.not_found');
    await withAccounts(app, (accounts) => accounts.suspend(name));
    expect((await askRoles(ann, name, ['auditor'])).problem.code).toBe('operator.suspended');
  });

  test('that changed meanwhile are not changed by an old approval', async () => {
    const name = await another();
    const request = await askRoles(ann, name, ['support']);
    await app.database.sql(`UPDATE operator SET roles = '{treasurer}' WHERE name = $1`, [name]);
    expect((await approve(bob, request.body.id)).problem.code).toBe('operator.changed');
    expect((await listed(name))?.roles).toEqual(['treasurer']);
  });

  test('of a name wait once: the later one takes the place of the earlier', async () => {
    const name = await another();
    const first = await askRoles(ann, name, ['support']);
    const second = await askRoles(bob, name, ['auditor']);
    expect((await approve(cara, first.body.id)).problem.code).toBe('approval.closed');
    expect((await approve(cara, second.body.id)).status).toBe(200);
    expect((await listed(name))?.roles).toEqual(['auditor']);
  });

  test('change once, however many approve at one moment', async () => {
    const name = await another();
    const { id } = (await askRoles(ann, name, ['support'])).body;
    const answers = await Promise.all([approve(bob, id), approve(cara, id), approve(bob, id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await audited(name)).filter(({ action }) => action === 'operator.roles')).toHaveLength(1);
  });

  test('are not changed a day later, nor for who asked and is an admin no more', async () => {
    const name = await another();
    const late = await askRoles(ann, name, ['support']);
    app.clock.advance(24 * 3_600_000);
    await logAllIn();
    expect((await approve(bob, late.body.id)).problem.code).toBe('approval.closed');
    const request = await askRoles(cara, name, ['support']);
    await app.database.sql(`UPDATE operator SET roles = '{viewer}' WHERE name = 'cara'`);
    expect((await approve(bob, request.body.id)).problem.code).toBe('approval.closed');
    await app.database.sql(`UPDATE operator SET roles = '{admin}' WHERE name = 'cara'`);
    expect((await listed(name))?.roles).toEqual(['viewer']);
  });
});

test('who asked for a rule that they no longer set is not one of the two for it', async () => {
  const toni = await loggedIn(app, await enrolled(app, 'toni', ['treasurer']));
  const tilda = await loggedIn(app, await enrolled(app, 'tilda', ['treasurer']));
  const value = { minimum: '1', maximum: '500000', dayMaximum: '500000', fee: '0' };
  const rule = await toni.post('/rules', { subject: 'limit', key: 'transfer-USD', value, reason });
  expect(rule.body).toMatchObject({ state: 'waiting' });
  // An admin sets rules, too: of security.
  const request = await askRoles(ann, 'toni', ['admin']);
  expect((await approve(bob, request.body.id)).status).toBe(200);
  expect((await tilda.approve('rule.approve', rule.body.id, { reason })).problem.code).toBe('approval.closed');
});

describe('a new role', () => {
  const day = 24 * 3_600_000;
  const given = async (name: string, roles: readonly string[]) =>
    expect((await approve(bob, (await askRoles(ann, name, roles)).body.id)).status).toBe(200);

  test('makes nobody the second person for a day, and those of before go on', async () => {
    const una = await enrolled(app, 'una', ['support']);
    await enrolled(app, 'uwe', ['viewer']);
    await given('una', ['support', 'admin']);
    const page = await loggedIn(app, una);
    expect(await listed('una')).toMatchObject({ newRoles: ['admin'], newUntil: expect.any(String) });
    const { id } = (await askRoles(ann, 'uwe', ['auditor'])).body;
    expect(await waiting(page)).toMatchObject([{ yours: false }]);
    expect((await approve(page, id)).problem).toMatchObject({ status: 403, code: 'approval.new_role' });
    expect((await listed('uwe'))?.roles).toEqual(['viewer']);
    const may = await app.database.sql(
      `SELECT may_approve('operator.roles', 'operator:una', false) AS second, may_approve('operator.roles', 'operator:una', true) AS asks,
              may_approve('announcement.publish', 'operator:una', false) AS before`,
    );
    expect(may).toEqual([{ second: false, asks: true, before: true }]);
    // To stop takes whoever has the role.
    expect((await page.post(`/approvals/${String(id)}/no`, { reason })).body).toEqual({});
    app.clock.advance(day);
    await logAllIn();
    // The database has a clock of its own.
    await app.database.sql(`UPDATE operator SET new_until = now() WHERE name = 'una'`);
    const later = (await askRoles(ann, 'uwe', ['auditor'])).body.id;
    expect((await approve(await loggedIn(app, una), later)).status).toBe(200);
    expect(await listed('una')).toMatchObject({ newRoles: [], newUntil: null });
  });

  test('is new again with each change that gives it, also under a name that was there before', async () => {
    await enrolled(app, 'vito', ['admin', 'viewer']);
    await given('vito', ['viewer']);
    await given('vito', ['viewer', 'admin']);
    expect(await listed('vito')).toMatchObject({ newRoles: ['admin'] });
    await given('vito', ['viewer', 'admin', 'auditor']);
    expect(await listed('vito')).toMatchObject({ newRoles: ['admin', 'auditor'] });
    await withAccounts(app, (accounts) => accounts.reset('vito'));
    await approve(bob, (await invite(ann, 'vito', ['viewer', 'admin', 'auditor'])).body.id);
    expect(await listed('vito')).toMatchObject({ newRoles: ['admin', 'auditor', 'viewer'] });
  });

  test('does not make the last two more than two', async () => {
    const releases = ['last.one', 'last.two'];
    await app.database.sql(
      `UPDATE operator SET roles = array_append(array_remove(roles, 'releases'), 'viewer') WHERE 'releases' = ANY (roles)`,
    );
    for (const name of releases) await enrolled(app, name, ['releases']);
    await enrolled(app, 'last.new', ['viewer']);
    await approve(cara, (await askRoles(ann, 'last.new', ['releases'])).body.id);
    const suspended = await ann.post('/operators/last.one/suspend', { reason });
    expect(suspended.problem.code).toBe('operator.last_two');
    expect((await ann.post('/operators/last.new/suspend', { reason })).status).toBe(200);
  });
});

describe('the end of a suspension', () => {
  const suspend = (by: OpsClient, name: string) => by.post(`/operators/${name}/suspend`, { reason });
  const askRestore = (by: OpsClient, name: string, more: object = {}) =>
    by.post(`/operators/${name}/restore`, { reason, ...more });

  test('comes by two admins; they log in as before, and what was ended stays ended', async () => {
    const rose = await enrolled(app, 'rose', ['treasurer', 'viewer']);
    const page = await loggedIn(app, rose);
    expect((await askRestore(ann, 'rose')).problem).toMatchObject({ status: 409, code: 'operator.not_suspended' });
    await suspend(ann, 'rose');
    const request = await askRestore(ann, 'rose');
    const roles = ['treasurer', 'viewer'];
    expect([request.status, request.body]).toEqual([202, { id: expect.any(String), expiresAt: expect.any(String) }]);
    expect(await listed('rose')).toMatchObject({ suspendedAt: expect.any(String) });
    const restores = async (by: OpsClient) => (await waiting(by)).filter(({ action }) => action === 'operator.restore');
    expect(await restores(cara)).toMatchObject([
      {
        ...{ action: 'operator.restore', yours: true, requestedBy: 'operator:ann' },
        before: { roles, suspendedAt: expect.stringMatching(/Z$/) },
        after: { operator: 'rose', roles },
      },
    ]);
    expect((await approve(ann, request.body.id)).problem.code).toBe('approval.second_person');
    expect((await approve(audrey, request.body.id)).problem.code).toBe('auth.forbidden');
    const bare = await cara.approve(changeActions, request.body.id, { reason, code: '' });
    expect(bare.problem.code).toBe('field.required');
    expect(await listed('rose')).toMatchObject({ suspendedAt: expect.any(String) });
    expect((await approve(cara, request.body.id)).body).toEqual({ token: null });
    expect(await listed('rose')).toMatchObject({ suspendedAt: null, roles, sessions: 0 });
    expect((await page.get('/releases')).problem.code).toBe('auth.session_required');
    // Her password and her authenticator are those she had.
    expect((await (await loggedIn(app, rose)).get('/releases')).status).toBe(200);
    expect((await audited('rose')).slice(1, 4)).toMatchObject([
      {
        ...{ action: 'operator.restore', actor: 'operator:cara', reason },
        ...{ before: { suspended: true }, after: { suspended: false, request: request.body.id } },
      },
      { action: 'operator.ask_restore', actor: 'operator:ann', reason },
      { action: 'operator.suspend' },
    ]);
  });

  test('takes a fresh code, and is asked for by admins alone', async () => {
    const name = await another();
    await suspend(ann, name);
    expect((await askRestore(ann, name, { code: '' })).problem.code).toBe('field.required');
    expect((await askRestore(audrey, name)).problem.code).toBe('auth.forbidden');
    expect((await askRestore(ann, 'nobody')).problem.code).toBe('request.not_found');
    expect((await listed(name))?.suspendedAt).toEqual(expect.any(String));
  });

  test('is no matter of who is suspended', async () => {
    const rhea = await enrolled(app, 'rhea', ['admin']);
    const page = await loggedIn(app, rhea);
    await suspend(ann, 'rhea');
    expect((await askRestore(page, 'rhea')).problem.code).toBe('auth.session_required');
    const database = new Database({ url: app.database.url, poolSize: 1 });
    const code = (sql: string, values: string[] = []) => database.rows(sql, values).then(() => 'done', sqlState);
    const ask = (by: string) => code(asksInSql('restore', 'rhea', by));
    const give = (id: unknown, by: string) =>
      code(`SELECT change_operator($1, $2, 'x', NULL, NULL, now())`, [String(id), by]);
    try {
      // Suspended, she may not; were she an admin who is there, it would be about herself.
      expect(await ask('operator:rhea')).toBe('TA004');
      expect(await ask('command:rhea')).toBe('TA007');
      const { id } = (await askRestore(ann, 'rhea')).body;
      expect(await give(id, 'operator:rhea')).toBe('TA004');
      expect(await give(id, 'operator:audrey')).toBe('TA004');
      expect(await give(id, 'operator:ann')).toBe('TA001');
      expect(await code(`UPDATE operator SET suspended_at = NULL`)).toBe('42501');
      expect(await listed('rhea')).toMatchObject({ suspendedAt: expect.any(String) });
      await app.database.sql(`UPDATE operator SET suspended_at = NULL WHERE name = 'rhea'`);
      expect(await give(id, 'operator:rhea')).toBe('TA006');
    } finally {
      await database.close();
    }
  });

  test('is that of one suspension: another that came since stays', async () => {
    const name = await another();
    await suspend(ann, name);
    const request = await askRestore(ann, name);
    await app.database.sql(`UPDATE operator SET suspended_at = suspended_at + interval '1 second' WHERE name = $1`, [
      name,
    ]);
    expect((await approve(bob, request.body.id)).problem.code).toBe('operator.changed');
    expect(await listed(name)).toMatchObject({ suspendedAt: expect.any(String) });
    // Who asks later takes the place of the earlier.
    const again = await askRestore(cara, name);
    expect((await approve(bob, request.body.id)).problem.code).toBe('approval.closed');
    expect((await approve(bob, again.body.id)).status).toBe(200);
    expect((await listed(name))?.suspendedAt).toBeNull();
    expect((await approve(ann, again.body.id)).problem.code).toBe('approval.closed');
  });

  test('does not come from who asked and is an admin no more', async () => {
    const name = await another();
    await suspend(ann, name);
    const { id } = (await askRestore(cara, name)).body;
    await app.database.sql(`UPDATE operator SET roles = '{viewer}' WHERE name = 'cara'`);
    expect((await approve(bob, id)).problem.code).toBe('approval.closed');
    await app.database.sql(`UPDATE operator SET roles = '{admin}' WHERE name = 'cara'`);
    expect(await listed(name)).toMatchObject({ suspendedAt: expect.any(String) });
  });
});

describe('a suspension', () => {
  test('is one admin’s: every session ends, and what they asked for and approved', async () => {
    const rita = await enrolled(app, 'rita', ['admin', 'releases']);
    const page = await loggedIn(app, rita);
    const name = await another();
    const request = await askRoles(page, name, ['support']);
    expect(await listed('rita')).toMatchObject({ sessions: 1, asked: 1, suspendedAt: null });
    const detail = (await audrey.get('/operators/rita')).body;
    expect(detail.sessions).toMatchObject([{ startedAt: expect.any(String), lastSeenAt: expect.any(String) }]);
    expect(JSON.stringify(detail)).not.toMatch(/hash|secret|token/i);
    expect((await audrey.post('/operators/rita/suspend', { reason })).problem.code).toBe('auth.forbidden');
    expect((await ann.post('/operators/rita/suspend', { reason })).body).toMatchObject({
      name: 'rita',
      sessions: 0,
      asked: 0,
      suspendedAt: expect.any(String),
    });
    expect((await page.get('/releases')).problem.code).toBe('auth.session_required');
    expect((await approve(bob, request.body.id)).problem.code).toBe('approval.closed');
    expect((await ann.post('/operators/rita/suspend', { reason })).problem.code).toBe('operator.suspended');
    expect((await ann.post('/operators/nobody/suspend', { reason })).problem.code).toBe('request.not_found');
    expect((await audited('rita'))[0]).toMatchObject({ action: 'operator.suspend', actor: 'operator:ann', reason });
  });

  test('is nobody’s own; of two who suspend each other at once one stays', async () => {
    expect((await ann.post('/operators/ann/suspend', { reason })).problem.code).toBe('operator.self');
    const [one, two] = [await enrolled(app, 'uno', ['admin']), await enrolled(app, 'duo', ['admin'])];
    const [uno, duo] = [await loggedIn(app, one), await loggedIn(app, two)];
    const answers = await Promise.all([
      uno.post('/operators/duo/suspend', { reason }),
      duo.post('/operators/uno/suspend', { reason }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const states = [await listed('uno'), await listed('duo')].map((each) => each?.suspendedAt === null);
    expect(states.sort()).toEqual([false, true]);
  });

  test('takes a fresh code, and so does ending sessions', async () => {
    const name = await another();
    for (const path of [`/operators/${name}/suspend`, `/operators/${name}/sessions/end`])
      expect((await ann.post(path, { reason, code: '' })).problem.code).toBe('field.required');
    expect(await listed(name)).toMatchObject({ suspendedAt: null });
  });

  test.each(['treasurer', 'reviewer', 'releases'])(
    'is none of the last two with the role %s, also at one moment',
    async (role) => {
      const names = [await another([role]), await another([role]), await another([role, 'viewer'])];
      await app.database.sql(
        `UPDATE operator SET roles = array_remove(roles, $1) || '{viewer}' WHERE $1 = ANY (roles) AND name <> ALL ($2)`,
        [role, names],
      );
      const suspend = (by: OpsClient, name = '') => by.post(`/operators/${name}/suspend`, { reason });
      const answers = await Promise.all(names.map((name, index) => suspend(index === 0 ? bob : ann, name)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.filter(({ status }) => status === 409).map(({ problem }) => problem.code)).toEqual([
        'operator.last_two',
        'operator.last_two',
      ]);
      const states = await Promise.all(names.map(listed));
      expect(states.filter((each) => each?.suspendedAt === null)).toHaveLength(2);
    },
  );

  test('leaves two admins', async () => {
    const left = () =>
      app.database.sql(
        `SELECT name FROM operator WHERE 'admin' = ANY (roles) AND enrolled_at IS NOT NULL AND suspended_at IS NULL`,
      );
    for (const { name } of (await left()) as { name: string }[])
      if (name !== 'ann' && name !== 'bob') await ann.post(`/operators/${name}/suspend`, { reason });
    expect(await left()).toHaveLength(2);
    expect((await ann.post('/operators/bob/suspend', { reason })).problem.code).toBe('operator.last_two');
    expect(await left()).toHaveLength(2);
    await app.database.sql(`UPDATE operator SET suspended_at = NULL WHERE name = 'cara'`);
    await logAllIn();
  });

  test('sessions alone end, too, and who it is logs in again', async () => {
    const sam = await enrolled(app, 'sam', ['viewer']);
    const page = await loggedIn(app, sam);
    expect((await audrey.post('/operators/sam/sessions/end', { reason })).problem.code).toBe('auth.forbidden');
    expect((await ann.post('/operators/sam/sessions/end', { reason })).body).toMatchObject({ sessions: 0 });
    expect((await page.get('/releases')).problem.code).toBe('auth.session_required');
    expect((await audited('sam'))[0]).toMatchObject({ action: 'operator.end_sessions', after: { ended: 1 } });
  });
});

test('whoever has the application’s login changes nothing without two admins', async () => {
  const database = new Database({ url: app.database.url, poolSize: 1 });
  const outcome = (sql: string, values: string[] = []) => database.rows(sql, values).then(() => 'done', sqlState);
  const id = String((await invite(ann, 'mallory', ['admin'])).body.id);
  const give = (by: string) =>
    outcome(`SELECT change_operator($1, $2, 'x', '\\x01', now() + interval '1 day', now())`, [id, by]);
  try {
    expect(await outcome(asksInSql('invite', 'mallory', 'operator:audrey'))).toBe('TA004');
    expect(await outcome(asksInSql('invite', 'mallory', 'operator:nobody'))).toBe('TA004');
    expect(await outcome(asksInSql('invite', 'mallory', 'member'))).toBe('TA004');
    expect(await give('operator:ann')).toBe('TA001');
    expect(await give('command:ann')).toBe('TA001');
    expect(await give('command:kim')).toBe('TA004');
    expect(await give('operator:audrey')).toBe('TA004');
    expect(await outcome(`SELECT suspend_operator('bob', 'operator:audrey', now())`)).toBe('TA004');
    expect(await outcome(`SELECT suspend_operator('bob', 'command:kim', now())`)).toBe('TA004');
    expect(await outcome(`SELECT suspend_operator('bob', 'command:Bob', now())`)).toBe('TA006');
    for (const sql of [
      `UPDATE operator SET roles = '{admin}'`,
      'UPDATE operator SET suspended_at = now()',
      `UPDATE approval SET payload = '{"name": "eve"}'`,
    ])
      expect([sql, await outcome(sql)]).toEqual([sql, '42501']);
    expect(await listed('mallory')).toBeUndefined();
  } finally {
    await database.close();
  }
});

test('after all of this every invariant holds', async () => {
  expect((await verifyAll(app.database.url)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});
