import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { Database } from '../../platform/db/database.ts';
import { enrolled, loggedIn, type OpsAnswer, type OpsClient, type TestOperator } from '../../testing/operators.ts';
import { outcomeBy, sqlOutcome } from '../../testing/outcomes.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Anna, Abel and Ada are admins, Tina is a treasurer. The clock of process and database is one. */
let app: TestApplication;
let clock: DevelopmentClock;
/** As the application's own role. */
let database: Database;
let anna: OpsClient;
let abel: OpsClient;
let ada: OpsClient;
let tina: OpsClient;
let people: readonly TestOperator[];

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('proposals'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 4 });
  people = [
    await enrolled(app, 'anna', ['admin']),
    await enrolled(app, 'abel', ['admin']),
    await enrolled(app, 'ada', ['admin']),
    await enrolled(app, 'tina', ['treasurer']),
  ];
  await logIn();
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** Again after a day, when nobody is logged in any more. */
async function logIn(): Promise<void> {
  const clients: OpsClient[] = [];
  for (const one of people) clients.push(await loggedIn(app, one));
  [anna, abel, ada, tina] = clients as [OpsClient, OpsClient, OpsClient, OpsClient];
}

const minutes = (count: number): string => new Date(clock.now().getTime() + count * 60_000).toISOString();
const time = (text: unknown): number => Date.parse(String(text));
const ask = (hours: number, who: OpsClient = anna, more: object = {}): Promise<OpsAnswer> =>
  who.post('/rules', { subject: 'securityLock', key: 'frozen', value: { hours }, reason: 'as agreed', ...more });
const say = (who: OpsClient, answer: OpsAnswer): Promise<OpsAnswer> => who.approve('rule.approve', idOf(answer));
const idOf = ({ body }: OpsAnswer): string => String(body.id);
/** What came of it: an approval that went through puts the rule in force. */
const said = ({ status, problem }: OpsAnswer): unknown => (status === 200 ? 'inForce' : problem.code);
const outcomeOf = outcomeBy('state');

/** The rule that was made last. */
async function latest(): Promise<Record<string, unknown> | undefined> {
  const { body } = await ada.get('/rules/history?subject=securityLock&key=frozen&limit=1');
  return (body.rules as Record<string, unknown>[])[0];
}

interface Listed {
  readonly secondPerson: boolean;
  readonly keys: { key: string; rules: { value: object }[]; waiting: { id: string } | null }[];
}
async function frozen(who: OpsClient) {
  const [result] = (await who.get('/rules?subject=securityLock')).body.subjects as Listed[];
  return result?.keys.find(({ key }) => key === 'frozen');
}
/** What SQL goes by now. */
async function inForce(): Promise<unknown> {
  const [row] = await app.database.sql<{ hours: number }>(
    `SELECT (value ->> 'hours')::int AS hours FROM rule_at('securityLock', 'frozen', $1)`,
    [clock.now()],
  );
  return row?.hours;
}
test('what one person asks for never comes into force', async () => {
  const request = await ask(1);
  expect(request.body).toMatchObject({
    state: 'waiting',
    value: { hours: 1 },
    from: null,
    setBy: 'operator:anna',
  });
  expect(time(request.body.expiresAt) - time(request.body.setAt)).toBe(24 * 3_600_000);
  expect(await frozen(tina)).toMatchObject({ rules: [{ value: { hours: 24 } }], waiting: { id: request.body.id } });
  expect(said(await say(anna, request))).toBe('approval.second_person');
  expect(await inForce()).toBe(24);
  clock.advance(24 * 3_600_000);
  await logIn();
  expect(said(await say(abel, request))).toBe('approval.closed');
  expect((await frozen(abel))?.waiting).toBeNull();
  expect(await inForce()).toBe(24);
});

test('with another’s approval it begins at that moment, once, and both stand in the audit log', async () => {
  const request = await ask(30);
  clock.advance(60_000);
  const before = time(minutes(0));
  expect(said(await say(abel, request))).toBe('inForce');
  const approved = await latest();
  expect(approved).toMatchObject({
    state: 'inForce',
    value: { hours: 30 },
    setBy: 'operator:anna',
    reason: 'as agreed',
    approvedBy: 'operator:abel',
  });
  expect(time(approved?.from)).toBeGreaterThanOrEqual(before);
  expect([await inForce(), (await frozen(anna))?.waiting]).toEqual([30, null]);
  expect(said(await say(ada, request))).toBe('approval.closed');
  const { body } = await ada.get('/rules/history?subject=securityLock&key=frozen&limit=2');
  expect((body.rules as { approvedBy: unknown }[]).map(({ approvedBy }) => approvedBy)).toEqual([
    'operator:abel',
    null,
  ]);
  const { events } = (await ada.get('/audit?limit=2')).body as { events: object[] };
  expect(events).toMatchObject([
    {
      actor: 'operator:abel',
      action: 'rule.approve',
      subject: 'securityLock frozen',
      reason: 'seen it, too',
      before: { hours: 24 },
      after: { hours: 30, proposal: request.body.id, setBy: 'operator:anna' },
    },
    { actor: 'operator:anna', action: 'rule.propose', before: { hours: 24 }, after: { hours: 30, from: null } },
  ]);
});

test('what is announced begins then, and at the approval when that comes later', async () => {
  const from = minutes(5);
  await say(abel, await ask(31, anna, { from }));
  expect(await latest()).toMatchObject({ state: 'coming', from });
  expect(outcomeOf(await ask(32, anna, { from }))).toBe('rule.taken');
  expect(outcomeOf(await ask(32, anna, { from: minutes(-1) }))).toBe('rule.past');
  const request = await ask(32, anna, { from: minutes(6) });
  clock.advance(8 * 60_000);
  expect(await inForce()).toBe(31);
  const before = time(minutes(0));
  await say(abel, request);
  const late = await latest();
  expect(late?.state).toBe('inForce');
  expect(time(late?.from)).toBeGreaterThanOrEqual(before);
  expect(await inForce()).toBe(32);
});

test('of a key one waits: a later one takes its place', async () => {
  const first = await ask(1);
  const other = await ask(2, anna, { key: 'email_changed' });
  const second = await ask(33, abel);
  expect((await frozen(ada))?.waiting).toMatchObject({ id: second.body.id });
  expect(said(await say(ada, first))).toBe('approval.closed');
  expect(said(await say(ada, other))).toBe('inForce');
  // Who asked for the one before is another person than who asks now.
  expect(said(await say(abel, second))).toBe('approval.second_person');
  expect(said(await say(anna, second))).toBe('inForce');
});

test('at one moment one waits, and one approval makes one rule', async () => {
  const requests = await Promise.all([ask(34, anna), ask(34, abel), ask(34, anna), ask(34, abel)]);
  expect(requests.map(outcomeOf)).toEqual(Array(4).fill('waiting'));
  const approval = await Promise.all(requests.flatMap((each) => [say(ada, each), say(ada, each)]));
  expect(approval.map(said).sort()).toEqual([...Array(7).fill('approval.closed'), 'inForce']);
  const [row] = await app.database.sql(
    `SELECT count(*)::int AS count FROM rule WHERE subject = 'securityLock' AND value = '{"hours": 34}'`,
  );
  expect(row).toEqual({ count: 1 });
});

describe('who', () => {
  test('somebody whom the subject lets set it', async () => {
    const request = await ask(35);
    expect(said(await say(tina, request))).toBe('auth.forbidden');
    expect(said(await say(abel, { ...request, body: { id: '999999' } }))).toBe('request.not_found');
    expect((await frozen(anna))?.waiting).toMatchObject({ id: request.body.id });
  });

  test.each([
    ['operator:anna', 'TA001'],
    ['command: ANNA', 'TA001'],
    ['command:\uff41nna', 'TA001'],
    ['command:\u0430nna', 'TA003'],
    ['policy', 'TA003'],
    ['operator:abel', 'done'],
  ])('%s, of what anna asked for: %s', async (actor, expected) => {
    const request = await ask(36);
    const approve = database.rows('SELECT approve_rule($1, $2, $3, $4)', [idOf(request), actor, 'seen', clock.now()]);
    expect(await sqlOutcome(approve)).toBe(expected);
  });

  test('one alone for what is about money, as long as it is little, and two for more', async () => {
    const fee = (key: string, percent: string) =>
      tina.post('/rules', { subject: 'exchangeFee', key, value: { percent }, reason: 'as agreed' });
    const [now] = await app.database.sql<{ percent: string }>(
      `SELECT value ->> 'percent' AS percent FROM rule WHERE subject = 'exchangeFee' AND key = 'USD-USDT'`,
    );
    const percent = Number(now?.percent);
    expect(outcomeOf(await fee('USD-USDT', (percent * 1.1).toFixed(4)))).toBe('inForce');
    // Step by step it is no less: alongside what was there a day ago.
    clock.advance(60_000);
    expect(outcomeOf(await fee('USD-USDT', (percent * 1.2).toFixed(4)))).toBe('waiting');
    const wild = await fee('USDT-USD', '99.99');
    expect(outcomeOf(wild)).toBe('waiting');
    expect(outcomeOf(await tina.approve('rule.approve', wild.body.id))).toBe('approval.second_person');
    const lifted = { minimum: '0.01', maximum: '999999999', dayMaximum: '999999999', fee: '0' };
    for (const key of ['transfer-USD', 'withdrawal-USD', 'withdrawal-USDT'])
      expect(outcomeOf(await tina.post('/rules', { subject: 'limit', key, value: lifted, reason: 'mine' }))).toBe(
        'waiting',
      );
    const direct = database.rows(
      `SELECT set_rule('exchangeFee', 'USDP-USD', '{"percent": "50"}', $1, 'operator:tina', 'x', $1)`,
      [clock.now()],
    );
    expect(await sqlOutcome(direct)).toBe('TA001');
  });
});

test('what is only planned is no step for the next: a ladder of a far day takes two from its second rung on', async () => {
  // 0.3 % is in force.
  const fee = (percent: number, from: string) =>
    tina.post('/rules', {
      subject: 'exchangeFee',
      key: 'USDP-USD',
      value: { percent: percent.toFixed(4) },
      reason: 'planned',
      from,
    });
  const farDay = (step: number) => minutes(60 * 24 * 60 + step);
  expect(outcomeOf(await fee(0.33, farDay(0)))).toBe('coming');
  for (const [step, percent] of [0.363, 0.399, 0.438].entries())
    expect([percent, outcomeOf(await fee(percent, farDay(step + 1)))]).toEqual([percent, 'waiting']);
  // Down from what is planned is as far as up from what is now.
  expect(outcomeOf(await fee(0.2775, farDay(10)))).toBe('waiting');
  expect(outcomeOf(await fee(0.315, farDay(20)))).toBe('coming');
});

test('what one person planned comes to nothing with what two lower before it, and not with what is near', async () => {
  const theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
  const key = 'USD-USDT';
  const set = (percent: string, from?: string, by = tina) =>
    by.post('/rules', { subject: 'exchangeFee', key, value: { percent }, reason: 'as agreed', ...(from && { from }) });
  const agree = async (answer: OpsAnswer) =>
    outcomeOf(answer) === 'waiting' ? said(await say(theo, answer)) : outcomeOf(answer);
  expect(await agree(await set('2'))).toBe('inForce');
  const planned = await set('2.2', minutes(60 * 24 * 30));
  expect(outcomeOf(planned)).toBe('coming');
  const near = await set('1.9', minutes(60 * 24 * 20));
  expect(outcomeOf(near)).toBe('coming');
  const listed = async () =>
    ((await tina.get(`/rules/history?subject=exchangeFee&key=${key}`)).body.rules as Record<string, unknown>[]).find(
      ({ id }) => id === planned.body.id,
    );
  // 2.2 is more than a tenth above 1.9, and so would have taken two.
  expect(await listed()).toMatchObject({ state: 'over', from: planned.body.from, until: planned.body.from });
  const again = await set('2.05', minutes(60 * 24 * 30 + 1));
  expect(await agree(again)).toBe('coming');
  const lowered = await set('0.1', undefined, tina);
  expect(await agree(lowered)).toBe('inForce');
  const [subject] = (await tina.get('/rules?subject=exchangeFee')).body.subjects as {
    readonly keys: readonly { readonly key: string; readonly rules: readonly { readonly value: object }[] }[];
  }[];
  const held = subject?.keys.find((each) => each.key === key)?.rules.map(({ value }) => value);
  expect(held).toEqual([{ percent: '0.1' }]);
  const [entry] = (await anna.get('/audit?action=rule.approve&limit=1')).body.events as Record<string, unknown>[];
  expect(entry).toMatchObject({ after: { replaced: [expect.any(String), expect.any(String)] } });
});

test('a rule waits for those who set its subject alone', async () => {
  const theo = await loggedIn(app, await enrolled(app, 'theodor', ['treasurer']));
  const security = await ask(41);
  const fee = { subject: 'exchangeFee', key: 'USDT-USD', value: { percent: '45' }, reason: 'as agreed' };
  const money = await tina.post('/rules', fee);
  expect([outcomeOf(security), outcomeOf(money)]).toEqual(['waiting', 'waiting']);
  const shown = async (by: OpsClient) =>
    ((await by.get('/approvals/waiting')).body.waiting as { subject: string; yours: boolean }[])
      .filter(({ yours }) => yours)
      .map(({ subject }) => subject);
  expect(await shown(abel)).toContain(idOf(security));
  expect(await shown(abel)).not.toContain(idOf(money));
  expect(await shown(theo)).toContain(idOf(money));
  expect(await shown(theo)).not.toContain(idOf(security));
  const refuse = async (by: OpsClient, answer: OpsAnswer) => {
    const [request] = await app.database.sql<{ id: string }>(
      `SELECT id FROM approval WHERE action = 'rule.approve' AND subject = $1`,
      [idOf(answer)],
    );
    return said(await by.post(`/approvals/${request?.id}/no`, { reason: 'no' }));
  };
  expect([await refuse(theo, security), await refuse(abel, money)]).toEqual(['auth.forbidden', 'auth.forbidden']);
  const approve = (actor: string, answer: OpsAnswer) =>
    sqlOutcome(database.rows('SELECT approve_rule($1, $2, $3, $4)', [idOf(answer), actor, 'seen', clock.now()]));
  expect([await approve('operator:theodor', security), await approve('operator:abel', money)]).toEqual([
    'TA004',
    'TA004',
  ]);
  expect([said(await say(abel, security)), said(await say(theo, money))]).toEqual(['inForce', 'inForce']);
});

test('a sale is closed by one, and opened, as what the law lets members cancel is changed, by two', async () => {
  const set = async (subject: string, key: string, value: object) =>
    outcomeOf(await tina.post('/rules', { subject, key, value, reason: 'as agreed' }));
  const sale = (closedIn: string, open = true) => set('productSale', 'package', { open, closedIn });
  await setRule(app.database, 'productSale', 'package', { open: true, closedIn: 'US' });
  expect(await sale('')).toBe('waiting');
  expect(await sale('JP')).toBe('waiting');
  expect(await sale('JP,US')).toBe('inForce');
  expect(await sale('US')).toBe('waiting');
  expect(await sale('US', false)).toBe('inForce');
  expect(await sale('US,JP')).toBe('waiting');
  const cancelling = (days: string, mostReward: string, cancellations = 10) =>
    set('packageCancelling', 'all', { days, mostReward, cancellations });
  await setRule(app.database, 'packageCancelling', 'all', { days: 'JP:20', mostReward: '200000', cancellations: 10 });
  expect(await cancelling('', '2000')).toBe('waiting');
  expect(await cancelling('JP:20,KR:14', '2000')).toBe('waiting');
  expect(await cancelling('JP:20', '2001')).toBe('waiting');
  expect(await cancelling('JP:20', '2000', 11)).toBe('waiting');
  expect(await cancelling('JP:20', '0', 1)).toBe('inForce');
});

describe('the database', () => {
  const subjects = ['ratePair', 'withdrawalReview', 'action', 'securityLock', 'addressBook', 'factorReset'];
  test.each(subjects)('sets %s at nobody’s single word', async (subject) => {
    const [row] = await app.database.sql<{ key: string; value: object }>(
      'SELECT key, value FROM rule WHERE subject = $1 LIMIT 1',
      [subject],
    );
    const set = (by: string) =>
      database.rows('SELECT set_rule($1, $2, $3, $4, $5, $6, $4)', [
        subject,
        row?.key ?? '',
        JSON.stringify(row?.value),
        clock.now(),
        by,
        'x',
      ]);
    expect([await sqlOutcome(set('operator:anna')), await sqlOutcome(set('policy'))]).toEqual(['TA001', 'TA001']);
  });

  test('keeps what was asked for, and lets the application write none of it itself', async () => {
    const { body } = await ask(1);
    for (const statement of [
      `UPDATE approval SET payload = '{}' WHERE subject = '${body.id}'`,
      `UPDATE approval SET expires_at = expires_at + interval '1 day' WHERE subject = '${body.id}'`,
      `DELETE FROM approval WHERE subject = '${body.id}'`,
    ]) {
      expect([statement, await sqlOutcome(app.database.sql(statement))]).toEqual([statement, 'TR009']);
      expect([statement, await sqlOutcome(database.rows(statement))]).toEqual([statement, '42501']);
    }
    const past = `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason, proposal, approved_by)
      VALUES ('securityLock', 'frozen', '{"hours": 1}', now(), 'operator:anna', now(), 'x', ${body.id}, 'operator:abel')`;
    expect(await sqlOutcome(database.rows(past))).toBe('42501');
  });

  test.each([
    ['value', { hours: 720 }],
    ['key', 'google_reset'],
    ['from', 1],
    ['subject', 'addressBook'],
  ])('takes no approval for another %s than was asked for', async (name, other) => {
    const request = await ask(37);
    // As somebody with the owner's password would.
    await app.database.sql('ALTER TABLE approval DISABLE TRIGGER approval_fixed');
    await app.database.sql(
      `UPDATE approval SET payload = payload || $1::jsonb WHERE action = 'rule.approve' AND subject = $2`,
      [JSON.stringify({ [name]: other }), idOf(request)],
    );
    await app.database.sql('ALTER TABLE approval ENABLE TRIGGER approval_fixed');
    const approve = database.rows(`SELECT approve_rule($1, 'operator:abel', 'seen', $2)`, [idOf(request), clock.now()]);
    expect(await sqlOutcome(approve)).toBe('TA002');
    await app.database.sql(`SELECT close_approvals('rule.approve', $1, now())`, [request.body.id]);
  });

  test('makes one rule of one proposal, even when it is asked for once more', async () => {
    const request = await ask(38);
    expect(said(await say(abel, request))).toBe('inForce');
    clock.advance(1000);
    await app.database.sql(
      `INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason)
         SELECT action, subject, payload, needed, requested_by, $2, reason FROM approval WHERE action = 'rule.approve' AND subject = $1`,
      [idOf(request), clock.now()],
    );
    expect(said(await say(ada, request))).toBe('approval.closed');
  });
});
