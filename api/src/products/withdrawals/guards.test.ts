import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient, withAccounts } from '../../testing/operators.ts';
import { outcomeBy } from '../../testing/outcomes.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { hundred, keepAddress, withdrawn } from '../../testing/withdrawals.ts';

/** What holds between those who look at money and those who send it. Rita, Rolf and Rosa review, Tina and Theo pay. */
let app: TestApplication;
let rita: OpsClient;
let rolf: OpsClient;
let rosa: OpsClient;
let tina: OpsClient;
let theo: OpsClient;
let both: OpsClient;
let sue: OpsClient;
let demo: Client;
let database: Database;
let id = '';

beforeAll(async () => {
  app = await startTestApplication();
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  rolf = await loggedIn(app, await enrolled(app, 'rolf', ['reviewer']));
  rosa = await loggedIn(app, await enrolled(app, 'rosa', ['reviewer']));
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
  both = await loggedIn(app, await enrolled(app, 'both', ['reviewer', 'treasurer']));
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  demo = await app.logIn('demo');
  await keepAddress(app, 'demo', 'TRON');
  await give(app.database, 'demo', 'usdAvailable', 30_000);
  database = new Database({ url: app.database.url, poolSize: 4 });
});
afterAll(async () => {
  const findings = await verifyAll(app.database.url);
  await database.close();
  await app.close();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
beforeEach(async () => {
  id = await withdrawn(demo);
});

const outcomeOf = outcomeBy('step');
const approve = (who: OpsClient, revision: number) =>
  who.post(`/withdrawals/${id}/approve`, { revision, reason: 'looked at it' });
const reject = (who: OpsClient, revision: number) =>
  who.post(`/withdrawals/${id}/reject`, { revision, cause: 'addressProblem', reason: 'looked at it' });
let lastTx = 0;
const record = (who: OpsClient, revision: number) => {
  lastTx += 1;
  const tx = lastTx.toString(16).padStart(64, 'a');
  return who.post(`/withdrawals/${id}/payout`, { revision, tx, reason: 'sent' });
};
const suspend = (name: string) => withAccounts(app, (accounts) => accounts.suspend(name));
const standing = async () => {
  const { step, approvedBy, revision } = (await tina.get(`/withdrawals/${id}`)).body;
  return { step, approvedBy, revision };
};
const large = async () => {
  id = await withdrawn(demo, { ...hundred, amount: '1000', received: '998.00' });
};

test('whoever has approved a withdrawal does not pay it, and the database enforces it', async () => {
  expect(outcomeOf(await approve(both, 1))).toBe('approved');
  expect(outcomeOf(await record(both, 2))).toBe('withdrawal.payer_approved');
  const past = database.change(
    `INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state)
     VALUES ($1, 'TRON', repeat('f', 64), true, $2, now(), 'recorded')`,
    [id, 'command:BOTH'],
    { rows: 1 },
  );
  expect(await past.catch(sqlState)).toBe('TL001');
  expect(outcomeOf(await record(tina, 2))).toBe('approved');
});

describe('an account of their own', () => {
  afterEach(() => withAccounts(app, (accounts) => accounts.declareMembers('rita', [])));

  test('is nobody’s to judge, under any of their roles', async () => {
    await withAccounts(app, (accounts) => accounts.declareMembers('rita', ['DEMO']));
    await withAccounts(app, (accounts) => accounts.declareMembers('tina', ['demo']));
    await withAccounts(app, (accounts) => accounts.declareMembers('sue', ['demo']));
    expect(outcomeOf(await approve(rita, 1))).toBe('approval.own_account');
    expect(outcomeOf(await reject(rita, 1))).toBe('approval.own_account');
    expect(outcomeOf(await approve(rolf, 1))).toBe('approved');
    expect(outcomeOf(await record(tina, 2))).toBe('approval.own_account');
    const suspended = await sue.post('/members/demo/suspend', { cause: 'securityCheck', reason: 'asked' });
    expect(suspended.problem.code).toBe('approval.own_account');
    const other = await sue.post('/members/hana/suspend', { cause: 'securityCheck', reason: 'asked' });
    expect(other.status).toBe(200);
    await sue.post('/members/hana/restore', { reason: 'seen' });
    await withAccounts(app, (accounts) => accounts.declareMembers('tina', []));
    expect(outcomeOf(await record(tina, 2))).toBe('approved');
  });

  test('is the owner’s word, and names members that there are', async () => {
    const declare = (name: string, ...members: string[]) =>
      withAccounts(app, (accounts) => accounts.declareMembers(name, members));
    await expect(declare('rita', 'demo', 'nobody-here')).rejects.toThrow('There is no member nobody-here.');
    await expect(declare('nobody', 'demo')).rejects.toThrow('There is no operator nobody.');
    expect(outcomeOf(await approve(rita, 1))).toBe('approved');
    const own = database.change('DELETE FROM operator_member', [], { rows: 'any' });
    await expect(own).rejects.toThrow('permission denied');
  });
});

describe('an approval whose giver is suspended', () => {
  const give = async (name: string): Promise<OpsClient> => {
    const client = await loggedIn(app, await enrolled(app, name, ['reviewer']));
    expect((await approve(client, 1)).status).toBe(200);
    return client;
  };

  test('counts no longer: what was approved is reviewed again, by people who are there', async () => {
    await give('leaving-one');
    expect((await standing()).step).toBe('approved');
    await suspend('leaving-one');
    expect(await standing()).toEqual({ step: 'review', approvedBy: [], revision: 3 });
    expect(outcomeOf(await record(tina, 2))).toBe('withdrawal.changed');
    expect(outcomeOf(await record(tina, 3))).toBe('withdrawal.wrong_step');
    expect(outcomeOf(await approve(rita, 3))).toBe('approved');
    expect(outcomeOf(await record(tina, 4))).toBe('approved');
    const { body } = await demo.get(`/api/v1/withdrawals/${id}`);
    expect((body.timeline as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'submitted',
      'security_check',
      'review',
      'approved',
      'review',
      'approved',
    ]);
  });

  test('is none of two', async () => {
    await large();
    await give('leaving-two');
    await suspend('leaving-two');
    expect(await standing()).toMatchObject({ step: 'review', approvedBy: [] });
    expect(outcomeOf(await approve(rita, 2))).toBe('review');
    expect(outcomeOf(await approve(rolf, 3))).toBe('approved');
  });

  test('does not come back with them', async () => {
    await give('leaving-three');
    await suspend('leaving-three');
    await withAccounts(app, (accounts) => accounts.reset('leaving-three'));
    expect((await standing()).approvedBy).toEqual([]);
  });

  test('changes nothing of what is being paid, and of what is paid, until that turns out to be no payout', async () => {
    await give('leaving-four');
    expect(outcomeOf(await record(tina, 2))).toBe('approved');
    await suspend('leaving-four');
    expect((await standing()).step).toBe('approved');
    await app.database.sql(
      `UPDATE withdrawal_payout SET state = 'invalid', fault = 'another transaction' WHERE withdrawal = $1`,
      [id],
    );
    expect((await standing()).step).toBe('review');
  });

  test('who has lost the role is as gone: reviewed again, and not back with the role', async () => {
    const rolesOf = (roles: string) =>
      app.database.sql(`UPDATE operator SET roles = $1 WHERE name = 'leaving-five'`, [roles]);
    await give('leaving-five');
    expect((await standing()).step).toBe('approved');
    await rolesOf('{reviewer,viewer}');
    expect((await standing()).step).toBe('approved');
    await rolesOf('{viewer}');
    expect(await standing()).toEqual({ step: 'review', approvedBy: [], revision: 3 });
    expect(outcomeOf(await record(tina, 3))).toBe('withdrawal.wrong_step');
    await rolesOf('{reviewer}');
    expect(await standing()).toEqual({ step: 'review', approvedBy: [], revision: 3 });
    expect(outcomeOf(await approve(rita, 3))).toBe('approved');
  });

  test('and one who is suspended at the very moment leaves nothing approved that only they have approved', async () => {
    for (let round = 0; round < 4; round += 1) {
      id = await withdrawn(demo);
      const leaving = await loggedIn(app, await enrolled(app, `racing-${round}`, ['reviewer']));
      await Promise.all([approve(leaving, 1), suspend(`racing-${round}`)]);
      expect(await standing()).toMatchObject({ step: 'review', approvedBy: [] });
    }
  });
});

describe('payouts that are frozen by hand', () => {
  const freeze = (who: OpsClient) => who.post('/payouts/freeze', { reason: 'a strange log-in' });
  const ask = (who: OpsClient) => who.post('/payouts/unfreeze', { reason: 'it was a colleague' });
  const frozen = async () => (await sue.get('/payouts/freeze')).body.freeze as Record<string, unknown> | null;
  const waiting = async (): Promise<string> => ((await frozen()) as { waiting: { id: string } }).waiting.id;
  const books = (red: boolean) =>
    app.database.sql(`SELECT verify_books(product_now(), $1)`, [red ? '[{"name": "x"}]' : '[]']);

  test('are stopped by one, and go on only by two, after the books were looked at', async () => {
    expect(await frozen()).toBeNull();
    expect((await ask(tina)).problem.code).toBe('freeze.none');
    expect((await sue.post('/payouts/freeze', { reason: 'a strange log-in', code: '' })).status).toBe(200);
    expect(await frozen()).toMatchObject({
      by: 'operator:sue',
      reason: 'a strange log-in',
      sessions: [{ network: '127.0.0.…' }],
      green: false,
      waiting: null,
    });
    expect((await freeze(rita)).status).toBe(200);
    expect(await frozen()).toMatchObject({ by: 'operator:sue' });
    expect(outcomeOf(await approve(rita, 1))).toBe('money.payouts_frozen');
    expect((await ask(sue)).problem.code).toBe('auth.forbidden');
    expect((await ask(tina)).status).toBe(200);
    const request = await waiting();
    const confirmLift = (who: OpsClient) => who.post(`/approvals/${request}`, { reason: 'seen it, too' });
    expect((await confirmLift(tina)).problem.code).toBe('approval.second_person');
    expect((await confirmLift(theo)).problem.code).toBe('freeze.not_green');
    expect(await frozen()).not.toBeNull();
    await books(false);
    expect(await frozen()).toMatchObject({ green: true });
    expect((await confirmLift(theo)).status).toBe(200);
    expect((await theo.get('/payouts/freeze')).body).toEqual({ freeze: null });
    expect((await confirmLift(theo)).problem.code).toBe('approval.closed');
    expect(outcomeOf(await approve(rita, 1))).toBe('approved');
  });

  test('are stopped again with a code within a day after people ended it, and for good without one', async () => {
    const again = (code?: string) =>
      sue.post('/payouts/freeze', { reason: 'a strange log-in', ...(code !== undefined && { code }) });
    expect((await again('')).problem).toMatchObject({ code: 'field.required', fields: [{ path: 'code' }] });
    expect(await frozen()).toBeNull();
    await app.database.sql(`ALTER TABLE payout_freeze DISABLE TRIGGER USER;
      UPDATE payout_freeze SET ended_at = ended_at - interval '24 hours';
      ALTER TABLE payout_freeze ENABLE TRIGGER USER`);
    expect((await again('')).status).toBe(200);
    await books(false);
    await ask(tina);
    expect((await theo.post(`/approvals/${await waiting()}`, { reason: 'seen it, too' })).status).toBe(200);
    expect((await again('')).problem.code).toBe('field.required');
    expect((await again()).status).toBe(200);
    await books(false);
    await ask(tina);
    expect((await theo.post(`/approvals/${await waiting()}`, { reason: 'seen it, too' })).status).toBe(200);
  });

  test('are not let go by the application alone, nor by what was asked of another freeze', async () => {
    await freeze(rita);
    await books(false);
    const open = (await frozen())?.id;
    const alone = database.rows('SELECT unfreeze_payouts($1, now())', [String(open)]);
    expect(await alone.catch(sqlState)).toBe('TA002');
    const past = database.change('UPDATE payout_freeze SET ended_at = now()', [], { rows: 'any' });
    await expect(past).rejects.toThrow('permission denied');
    expect(await database.rows(`SELECT freeze_payouts('operator:vera', 'x')`).catch(sqlState)).toBe('TA004');
    await ask(theo);
    const request = await waiting();
    const answers = await Promise.all(
      [tina, tina, both].map((who) => who.post(`/approvals/${request}`, { reason: 'fine' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await frozen()).toBeNull();
  });

  test('stay so while the books are red', async () => {
    await freeze(rosa);
    await books(true);
    await ask(tina);
    const request = await waiting();
    const confirmLift = () => theo.post(`/approvals/${request}`, { reason: 'fine' });
    expect((await confirmLift()).problem.code).toBe('freeze.not_green');
    await books(false);
    expect((await confirmLift()).status).toBe(200);
  });
});
