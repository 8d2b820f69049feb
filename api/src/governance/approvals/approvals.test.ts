import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { approvalPolicies, type OperatorPolicy, operatorPolicies, operatorRoles } from '@trellis/api-contract/operator';
import { MovableClock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { placeOperators, suspendOperator } from '../../testing/operators.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { type ApprovalAction, closeApproval, giveApproval, giveApprovalById, requestApproval } from './approvals.ts';

let own: TestDatabase;
let database: Database;
const clock = new MovableClock();

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 8 });
  await placeOperators(own, 'ann', 'bob', 'cara', 'dan', 'eve');
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** Who asks for each and approves it. */
const policies = {
  ...approvalPolicies,
  'withdrawal.approve': 'review',
  'withdrawal.confirm_payout': 'treasury',
} as const satisfies Record<ApprovalAction, OperatorPolicy>;

const action = 'release.approve_below_floor';
let serial = 0;
let subject: string;
beforeEach(() => {
  serial += 1;
  subject = `thing ${serial}`;
});

/** Ann asks for something that holds for a day. @returns the approval's id */
const ask = async (actor = 'operator:ann', payload: Record<string, string> = { amount: '1' }) =>
  (await requestApproval(database, { action, subject, payload, actor, reason: 'because' }, clock.now())).id;
/** The same, of as many people. */
const askOf = async (needed: number): Promise<string> => {
  const [row] = await own.sql<{ id: string }>(
    `INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
       VALUES ($1, $2, '{"amount": "1"}', $3, 'operator:ann', $4, 'because', $5) RETURNING id`,
    [action, subject, needed, clock.now(), secondsFrom(clock.now(), 86_400)],
  );
  return row?.id ?? '';
};
const say = (id: string, actor: string): Promise<unknown> =>
  database
    .inTransaction(() => giveApprovalById(database, id, { actor, reason: 'seen' }, clock.now()))
    .then(
      () => 'approved',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
/** Whether a guard would take it. The guards are the database's own. */
const isGiven = async (payload: object = { amount: '1' }, by = 'operator:ann', needed = 1) =>
  (
    await own.sql<{ given: boolean }>(`SELECT approval_of($1, $2, $3, $4, $5) IS NOT NULL AS given`, [
      action,
      subject,
      JSON.stringify(payload),
      by,
      needed,
    ])
  )[0]?.given;

describe('a person', () => {
  test.each([
    ['operator:ann', 'ann'],
    ['command:ann', 'ann'],
    ['command:ANN', 'ann'],
    ['command: Ann ', 'ann'],
    ['command:an n', 'ann'],
    // A no-break space, fullwidth letters, a ligature, the sign for Kelvin: they fold to plain letters.
    ['command:an\u00a0n', 'ann'],
    ['command:\uff41\uff4e\uff4e', 'ann'],
    ['command:\ufb01n', 'fin'],
    ['command:\u212aim', 'kim'],
    ['command:ann:2', 'ann:2'],
    ['operator:o.ann-2', 'o.ann-2'],
    // Another alphabet's a, a letter that is not to be seen, an accent: nobody could distinguish them.
    ['command:\u0430nn', null],
    ['command:an\u200bn', null],
    ['command:\u00e4nn', null],
    ['command:', null],
    ['command: ', null],
    ['ann', null],
    ['member', null],
    ['policy', null],
    ['automatic', null],
    ['chain:BSC', null],
    ['Operator:ann', null],
    ['', null],
  ])('%j is %j', async (actor, person) => {
    expect(await database.one('SELECT person_of($1) AS person', [actor])).toEqual({ person });
  });
});

describe('an approval', () => {
  test('is given by somebody else, under whatever name, and once', async () => {
    const id = await ask();
    for (const same of ['operator:ann', 'command:ann', 'command:Ann', 'command:\uff41nn'])
      expect([same, await say(id, same)]).toEqual([same, 'approval.second_person']);
    expect(await isGiven()).toBe(false);
    expect(await say(id, 'operator:bob')).toBe('approved');
    expect(await isGiven()).toBe(true);
    expect(await say(id, 'operator:cara')).toBe('approval.closed');
  });

  test('that takes two takes two people', async () => {
    const id = await askOf(2);
    expect(await say(id, 'operator:bob')).toBe('approved');
    expect(await say(id, 'command:BOB')).toBe('approval.second_person');
    expect(await isGiven(undefined, undefined, 2)).toBe(false);
    expect(await say(id, 'operator:cara')).toBe('approved');
    expect(await isGiven(undefined, undefined, 2)).toBe(true);
    expect(await say(id, 'operator:dan')).toBe('approval.closed');
  });

  test('takes the right number, however many approve at one moment', async () => {
    const id = await askOf(2);
    const crowd = ['bob', 'cara', 'dan', 'eve'].flatMap((name) => [`operator:${name}`, `command:${name}`]);
    const answers = await Promise.all([...crowd, 'operator:ann'].map((actor) => say(id, actor)));
    expect(answers.filter((answer) => answer === 'approved')).toHaveLength(2);
    const given = await own.sql<{ person: string }>('SELECT person FROM approval_given WHERE approval = $1', [id]);
    expect(new Set(given.map(({ person }) => person)).size).toBe(2);
  });

  test('counts one person who approves ten times at once as one', async () => {
    const id = await askOf(2);
    const answers = await Promise.all(Array.from({ length: 10 }, () => say(id, 'operator:bob')));
    expect(answers.sort()).toEqual([...Array(9).fill('approval.second_person'), 'approved']);
    expect(await isGiven(undefined, undefined, 2)).toBe(false);
  });

  test('is of what was to be seen, and of nothing else', async () => {
    const id = await ask();
    await say(id, 'operator:bob');
    expect(await isGiven({ amount: '2' })).toBe(false);
    // Whoever asked for it by the guard's word is who may not have approved.
    expect(await isGiven(undefined, 'operator:bob')).toBe(false);
    expect(await isGiven(undefined, undefined, 2)).toBe(false);
    expect(await isGiven()).toBe(true);
  });

  test('is not given when it has waited for too long, and not used when it is closed', async () => {
    const late = await ask();
    clock.advance(86_400_000);
    expect(await say(late, 'operator:bob')).toBe('approval.closed');
    const id = await ask();
    await say(id, 'operator:bob');
    await closeApproval(database, id, clock.now());
    expect(await isGiven()).toBe(false);
    expect(await say(id, 'operator:cara')).toBe('approval.closed');
  });

  test('is found by its subject while it is open', async () => {
    const give = () =>
      database.inTransaction(() =>
        giveApproval(database, { action, subject }, { actor: 'operator:bob', reason: 'seen' }, clock.now()),
      );
    await expect(give()).rejects.toMatchObject({ code: 'approval.closed' });
    const id = await ask();
    await give();
    expect(await isGiven()).toBe(true);
    await closeApproval(database, id, clock.now());
    await expect(give()).rejects.toMatchObject({ code: 'approval.closed' });
  });

  test('is neither asked for nor given by whom nobody can distinguish from others', async () => {
    await expect(ask('command:\u0430nn')).rejects.toThrow('plain letters');
    // One shell gives any name: alongside an operator it would be two.
    for (const name of ['zoe', 'ann', 'ops'])
      await expect(ask(`command:${name}`)).rejects.toThrow('takes a second person');
    expect(await say(await ask(), 'command:b\u043eb')).toContain('plain letters');
  });
});

describe('the database', () => {
  const outcome = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', sqlState);

  test('keeps what was asked for and said, whoever comes', async () => {
    const id = await ask();
    await say(id, 'operator:bob');
    for (const statement of [
      `UPDATE approval SET needed = 0 + needed, digest = payload_digest('{}') WHERE id = ${id}`,
      `UPDATE approval SET expires_at = expires_at + interval '1 day' WHERE id = ${id}`,
      `UPDATE approval_given SET person = 'cara' WHERE approval = ${id}`,
      `DELETE FROM approval_given WHERE approval = ${id}`,
      `DELETE FROM approval WHERE id = ${id}`,
      'TRUNCATE approval CASCADE',
    ]) {
      expect([statement, await outcome(own.sql(statement))]).toEqual([statement, 'TR009']);
      expect([statement, await outcome(database.rows(statement))]).toEqual([statement, '42501']);
    }
    await closeApproval(database, id, clock.now());
    expect(await outcome(own.sql(`UPDATE approval SET closed_at = NULL WHERE id = ${id}`))).toBe('TR009');
  });

  test.each([
    `INSERT INTO approval_given (approval, actor, reason, at) VALUES (1, 'operator:bob', 'x', now())`,
    `INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason)
       VALUES ('withdrawal.approve', 'x', payload_digest('{}'), 1, 'member', now(), 'x')`,
    `INSERT INTO approval_given (approval, person, actor, reason, at) VALUES (1, 'bob', 'operator:ann', 'x', now())`,
    `INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, closed_at)
       VALUES ('a.b', 'x', payload_digest('{}'), 1, 'member', now(), 'x', now())`,
    `SELECT close_approvals('a.b', 'x', now())`,
    `SELECT approval_of('a.b', 'x', '{}', 'member', 1)`,
  ])('lets the application not: %s', async (statement) => {
    expect(await outcome(database.rows(statement))).toBe('42501');
  });
});

describe('the application', () => {
  const forbidden = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.code : sqlState(error)),
    );
  const roleOf = (name: string, roles: string): Promise<unknown> =>
    own.sql('UPDATE operator SET roles = $2 WHERE name = $1', [name, roles]);

  test('approves only for operators who are there, enrolled, not suspended, and have the role', async () => {
    await placeOperators(own, 'nils', 'olga', 'otto');
    await own.sql(`UPDATE operator SET enrolled_at = NULL WHERE name = 'nils'`);
    await suspendOperator(own, 'olga');
    await roleOf('otto', '{support,reviewer,treasurer,admin,auditor,viewer}');
    const id = await ask();
    for (const actor of ['operator:nobody', 'operator:nils', 'operator:olga', 'operator:otto', 'command:bob'])
      expect([actor, await say(id, actor)]).toEqual([actor, 'auth.forbidden']);
    await roleOf('otto', '{releases}');
    expect(await say(id, 'operator:otto')).toBe('approved');
  });

  test('asks only for operators who may, and never in the name of a member', async () => {
    for (const actor of ['operator:nobody', 'operator:olga', 'member'])
      expect([actor, await forbidden(ask(actor))]).toEqual([actor, 'auth.forbidden']);
  });

  test.each([
    'withdrawal.approve',
    'withdrawal.confirm_payout',
    'rate.approve',
    'rule.approve',
    'factor_reset.approve',
    'announcement.publish',
    'no.such',
  ])('does not ask for %s: what it is for asks by itself', async (other) => {
    const statement = `SELECT request_approval($1, 'x', '{}', NULL, 'operator:ann', 'x', now(), NULL)`;
    expect(await forbidden(database.rows(statement, [other]))).toBe('TA004');
  });
});

/** Every action by two people, for each role: fresh, of others, stale, with other roles by then, and asked for again and again. */
describe.each(Object.keys(policies) as ApprovalAction[])('%s', (each) => {
  const may = operatorPolicies[policies[each]];
  const mayNot = operatorRoles.filter((role) => !(may as readonly string[]).includes(role));
  const setRoles = (name: string, roles: readonly string[]) =>
    own.sql('UPDATE operator SET roles = $2 WHERE name = $1', [name, `{${roles.join(',')}}`]);
  const subjectOf = () => (each === 'withdrawal.approve' ? randomUUID() : String(9_000_000 + serial));
  let about: string;
  /** As its own row does, or the application for it. */
  const request = async (actor = 'operator:asker', waits = 86_400): Promise<string> => {
    const isByRow = (await own.sql(`SELECT 1 FROM approval_role WHERE action = $1 AND by_row`, [each])).length > 0;
    const ask = `SELECT ${isByRow ? 'open_approval' : 'request_approval'}($1, $2, '{"what": "x"}', NULL, $3, 'x', $4, $5) AS id`;
    const values = [each, about, actor, clock.now(), secondsFrom(clock.now(), waits)];
    const [row] = isByRow
      ? await own.sql<{ id: string }>(ask, values)
      : await database.rows<{ id: string }>(ask, values);
    return row?.id ?? '';
  };
  const give = (id: string, actor = 'operator:giver') =>
    database.rows(`SELECT approve_request($1, $2, $3, 'x', $4)`, [each, id, actor, clock.now()]).then(
      () => 'approved',
      (error: unknown) => sqlState(error),
    );

  beforeAll(async () => {
    for (const name of ['asker', 'giver', 'other'])
      if ((await own.sql('SELECT 1 FROM operator WHERE name = $1', [name])).length === 0)
        await placeOperators(own, name);
  });
  beforeEach(async () => {
    about = subjectOf();
    for (const name of ['asker', 'giver', 'other']) await setRoles(name, may);
  });

  test('is approved by another one who may, once', async () => {
    const id = await request();
    expect([await give(id, 'operator:asker'), await give(id, 'command:giver')]).toEqual(['TA001', 'TA004']);
    expect([await give(id), await give(id), await give(id, 'operator:other')]).toEqual(['approved', 'TA002', 'TA002']);
  });

  test.each(mayNot.map((role) => [role]))('is approved by no %s', async (role) => {
    const id = await request();
    await setRoles('giver', [role]);
    expect(await give(id)).toBe('TA004');
  });

  test('is approved neither late nor for who may no longer, nor comes back with the role', async () => {
    expect(await give(await request('operator:asker', -1))).toBe('TA002');
    const id = await request();
    await setRoles('asker', mayNot.slice(0, 1));
    const outlives = ['withdrawal.confirm_payout', 'factor_reset.approve'].includes(each);
    // What lives on by itself still needs who asked to be there.
    expect(await give(id)).toBe('TA002');
    await setRoles('asker', may);
    expect(await give(id)).toBe(outlives ? 'approved' : 'TA002');
  });

  test('waits once for a subject, however often it is asked for', async () => {
    const [first, ...later] = [
      await request(),
      await request('operator:other'),
      await request(),
      await request('operator:other'),
    ];
    const last = later.at(-1) ?? '';
    const open = await own.sql('SELECT id FROM approval WHERE subject = $1 AND closed_at IS NULL', [about]);
    expect(open).toEqual([{ id: last }]);
    expect([await give(first ?? ''), await give(last)]).toEqual(['TA002', 'approved']);
  });
});

test('approval_role (approvals.sql) says of each action the roles of its policy in the contract', async () => {
  const rows = await own.sql<{ action: string; roles: string[] }>('SELECT action, roles FROM approval_role');
  expect(Object.fromEntries(rows.map(({ action: each, roles }) => [each, roles]))).toEqual(
    Object.fromEntries(Object.entries(policies).map(([each, policy]) => [each, [...operatorPolicies[policy]]])),
  );
});

test('a digest is of what is to be read, whoever writes the row', async () => {
  const [row] = await own.sql<{ same: boolean }>(
    `INSERT INTO approval (action, subject, payload, digest, needed, requested_by, requested_at, reason)
       VALUES ($1, $2, '{"amount": "1"}', sha256('another'), 1, 'operator:ann', $3, 'x')
       RETURNING digest = payload_digest(payload) AS same`,
    [action, subject, clock.now()],
  );
  expect(row).toEqual({ same: true });
});
