import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PayoutWatch } from '../../chain/payouts/payoutWatch.ts';
import type { OpenPayout, RecordedPayouts } from '../../chain/payouts/recordedPayouts.ts';
import { demoPassword } from '../../development/demo/team.ts';
import { Notifier } from '../../governance/notifications/notifier.ts';
import { Rules } from '../../governance/rules/rules.ts';
import { systemAccount } from '../../ledger/accounts.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balanceOf, give } from '../../testing/balances.ts';
import { mailedToken, mails } from '../../testing/mails.ts';
import { restore, suspend } from '../../testing/members.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { outcomeBy } from '../../testing/outcomes.ts';
import { auditLines } from '../../testing/records.ts';
import { freezePayouts, unfreezePayouts } from '../../testing/rules.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { addresses, hundred, keepAddress, withdrawn } from '../../testing/withdrawals.ts';
import { Payouts } from './payouts.ts';
import { WithdrawalNotifier } from './withdrawalNotifier.ts';
import { WithdrawalSteps } from './withdrawalSteps.ts';

/** Rita and Rolf review, Tina and Theo pay. The demo member withdraws. */
let app: TestApplication;
let rita: OpsClient;
let rolf: OpsClient;
let tina: OpsClient;
let theo: OpsClient;
let demo: Client;
let database: Database;
/** As with a chain that is asked. */
let verified: Payouts;

beforeAll(async () => {
  app = await startTestApplication();
  const operator = async (name: string, role: 'reviewer' | 'treasurer') =>
    loggedIn(app, await enrolled(app, name, [role]));
  rita = await operator('rita', 'reviewer');
  rolf = await operator('rolf', 'reviewer');
  tina = await operator('tina', 'treasurer');
  theo = await operator('theo', 'treasurer');
  demo = await app.logIn('demo');
  for (const chain of ['BSC', 'TRON'] as const) await keepAddress(app, 'demo', chain);
  await give(app.database, 'demo', 'usdAvailable', 15_000);
  database = new Database({ url: app.database.url, poolSize: 4 });
  const base = { database, clock: app.clock };
  const rules = new Rules(database, app.clock);
  verified = new Payouts({
    ...base,
    rules,
    withdrawalSteps: new WithdrawalSteps({ ...base, ledger: new Ledger(database) }),
    withdrawalNotifier: new WithdrawalNotifier(database, new Notifier(database, app.clock), rules),
    isVerifiable: () => true,
  });
});
afterAll(async () => {
  const findings = await verifyAll(app.database.url);
  await database.close();
  await app.close();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

let id = '';
beforeEach(async () => {
  id = await withdrawn(demo);
});

const outcomeOf = outcomeBy('step');
const step = async (): Promise<unknown> => (await demo.get(`/api/v1/withdrawals/${id}`)).body.step;
const approve = (who: OpsClient, revision: number) =>
  who.post(`/withdrawals/${id}/approve`, { revision, reason: 'looked at it' });
const reject = (who: OpsClient, revision: number, cause = 'addressProblem') =>
  who.post(`/withdrawals/${id}/reject`, { revision, cause, reason: 'known for fraud' });
const record = (who: OpsClient, revision: number, tx = newTx()) =>
  who.post(`/withdrawals/${id}/payout`, { revision, tx, reason: 'sent from custody' });
const confirm = (who: OpsClient, revision: number) =>
  who.post(`/withdrawals/${id}/payout/confirm`, { revision, reason: 'seen in the explorer' });
/** Says first that it is being paid. */
async function recordAs(
  payouts: Payouts,
  ...[subject, revision, tx, by]: Parameters<Payouts['record']>
): Promise<void> {
  await payouts.claim(subject, revision, by);
  await payouts.record(subject, revision, tx, by);
}
let lastTx = 0;
function newTx(): string {
  lastTx += 1;
  return lastTx.toString(16).padStart(64, '0');
}
/** What custody and the fee account hold. */
const custody = (): Promise<bigint[]> =>
  Promise.all((['usdCustody', 'usdFee'] as const).map((name) => balanceOf(app.database, systemAccount(name))));
const timeline = async (): Promise<string[]> => {
  const { body } = await demo.get(`/api/v1/withdrawals/${id}`);
  return (body.timeline as { kind: string }[]).map(({ kind }) => kind);
};
const noticesOf = async () =>
  ((await demo.get('/api/v1/notices?limit=1')).body.notices as { template: string; params: object; link: string }[])[0];

/** A withdrawal of more than 1,000 USD. */
async function large(): Promise<void> {
  id = await withdrawn(demo, { ...hundred, amount: '1000', received: '998.00' });
}

test('goes all the way: one approval, a payout, another person’s word for it, and the money leaves custody', async () => {
  const before = await custody();
  expect((await rita.get('/withdrawals?step=review')).body.withdrawals).toContainEqual(
    expect.objectContaining({
      id,
      username: 'demo',
      approvedBy: [],
      approvalsNeeded: 1,
      revision: 1,
      risks: expect.arrayContaining(['newAddress', 'firstWithdrawal']),
    }),
  );
  expect(outcomeOf(await approve(rita, 1))).toBe('approved');
  const cancelled = await demo.post(`/api/v1/withdrawals/${id}/cancellation`, {});
  expect(cancelled.problem.code).toBe('withdrawal.not_cancellable');
  const recorded = await record(tina, 2);
  expect(recorded.body).toMatchObject({ step: 'approved', payouts: [{ state: 'recorded', verifiable: false }] });
  // Nothing is shown as sent before somebody else has seen it.
  expect((await demo.get(`/api/v1/withdrawals/${id}`)).body.payout).toBeNull();
  expect(outcomeOf(await confirm(tina, 2))).toBe('approval.second_person');
  expect(outcomeOf(await confirm(theo, 2))).toBe('complete');
  expect((await demo.get(`/api/v1/withdrawals/${id}`)).body).toMatchObject({ status: 'approved', step: 'complete' });
  expect(await timeline()).toEqual(['submitted', 'security_check', 'review', 'approved', 'sent', 'complete']);
  // 98 left the platform, 2 stay as its fee.
  const after = await custody();
  expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([98_000_000n, 2_000_000n]);
  expect(await noticesOf()).toMatchObject({
    template: 'withdrawalComplete',
    params: { amount: '98.00\u00a0USDT' },
    link: `/wallet/withdrawal?id=${id}`,
  });
  expect(outcomeOf(await confirm(theo, 4))).toBe('withdrawal.wrong_step');
  expect(outcomeOf(await reject(rita, 4))).toBe('withdrawal.wrong_step');
});

describe('while somebody is paying', () => {
  const claim = (who: OpsClient, revision = 2) =>
    who.post(`/withdrawals/${id}/payout/claim`, { revision, reason: 'signing it now' });
  const release = (who: OpsClient) =>
    who.post(`/withdrawals/${id}/payout/claim/release`, { revision: 2, reason: 'nothing was sent' });

  test('it is neither rejected nor reviewed again, until it is named or nothing was sent', async () => {
    await approve(rita, 1);
    expect((await claim(tina)).body).toMatchObject({ step: 'approved', claim: { by: 'operator:tina' } });
    expect(outcomeOf(await reject(rolf, 2))).toBe('withdrawal.being_paid');
    // The database refuses it, too, whoever asks.
    await expect(
      database.rows(
        `SELECT end_hold(gen_random_uuid(), w.member, 'x', '\\x00', 'release', '{}', w.hold, '{}', '{}') FROM withdrawal w WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow();
    expect(outcomeOf(await release(theo))).toBe('withdrawal.not_claimed');
    expect((await release(tina)).body).toMatchObject({ claim: null });
    expect(outcomeOf(await reject(rolf, 2))).toBe('ended');
  });

  test('only a treasurer who did not approve it pays, and another takes it over', async () => {
    await approve(rita, 1);
    expect((await claim(rolf)).problem.code).toBe('auth.forbidden');
    const record = (who: OpsClient) =>
      who.send('POST', `/withdrawals/${id}/payout`, { revision: 2, tx: newTx(), reason: 'sent', code: '000000' });
    await claim(tina);
    expect((await claim(theo)).body).toMatchObject({ claim: { by: 'operator:theo' } });
    expect([400, 422]).toContain((await record(tina)).status);
    // Tina has none any more, and the database knows it.
    await expect(
      database.rows(
        `INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state)
           VALUES ($1, 'TRON', $2, false, 'operator:tina', now(), 'recorded')`,
        [id, newTx()],
      ),
    ).rejects.toThrow('payout_is_claimed');
    expect((await release(theo)).status).toBe(200);
    expect(outcomeOf(await reject(rita, 2))).toBe('ended');
  });

  test('whose approver is suspended, the review waits for it', async () => {
    await approve(rita, 1);
    await claim(tina);
    await app.database.sql(`UPDATE operator SET suspended_at = now() WHERE name = 'rita'`);
    expect(await step()).toBe('approved');
    expect((await release(tina)).status).toBe(200);
    expect(await step()).toBe('review');
    await app.database.sql(`UPDATE operator SET suspended_at = NULL WHERE name = 'rita'`);
    expect(outcomeOf(await reject(rolf, 3))).toBe('ended');
  });

  test('a claim whose treasurer is gone is taken over while the account is stopped, and nothing is paid', async () => {
    await approve(rita, 1);
    await claim(tina);
    await suspend(app.database, 'demo');
    await app.database.sql(`UPDATE operator SET suspended_at = now() WHERE name IN ('tina', 'rita')`);
    expect(outcomeOf(await reject(rolf, 2))).toBe('withdrawal.being_paid');
    // The approval is gone with its giver, too.
    expect((await claim(theo)).body).toMatchObject({ step: 'approved', claim: { by: 'operator:theo' } });
    expect(outcomeOf(await record(theo, 2))).toBe('withdrawal.paused');
    await expect(
      database.rows(
        `INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state)
           VALUES ($1, 'TRON', $2, false, 'operator:theo', now(), 'recorded')`,
        [id, newTx()],
      ),
    ).rejects.toThrow('payout_owner_free');
    expect((await release(theo)).body).toMatchObject({ step: 'review', claim: null });
    // Without a claim nobody begins to pay.
    expect(outcomeOf(await claim(theo, 3))).toBe('withdrawal.wrong_step');
    await app.database.sql(`UPDATE operator SET suspended_at = NULL WHERE name IN ('tina', 'rita')`);
    expect(outcomeOf(await approve(rita, 3))).toBe('withdrawal.paused');
    expect(outcomeOf(await reject(rolf, 3))).toBe('ended');
    await restore(app.database, 'demo');
  });

  test('nobody begins to pay a member whose account is stopped', async () => {
    await approve(rita, 1);
    await suspend(app.database, 'demo');
    expect(outcomeOf(await claim(theo))).toBe('withdrawal.paused');
    await expect(database.rows(`SELECT claim_payout($1, 'operator:theo', now())`, [id])).rejects.toMatchObject({
      original: { code: 'TW002' },
    });
    await restore(app.database, 'demo');
    expect(outcomeOf(await reject(rolf, 2))).toBe('ended');
  });

  test('it is not claimed while payouts are frozen', async () => {
    await approve(rita, 1);
    await freezePayouts(app.database);
    expect(outcomeOf(await claim(tina))).toBe('money.payouts_frozen');
    await unfreezePayouts(app.database);
    expect(outcomeOf(await reject(rita, 2))).toBe('ended');
  });
});

test('from 1,000 USD on takes two people', async () => {
  await large();
  expect((await approve(rita, 1)).body).toMatchObject({ step: 'review', approvedBy: ['operator:rita'], revision: 2 });
  expect(outcomeOf(await approve(rita, 2))).toBe('approval.second_person');
  expect(outcomeOf(await record(tina, 2))).toBe('withdrawal.wrong_step');
  expect(outcomeOf(await approve(rolf, 2))).toBe('approved');
  expect(await timeline()).toEqual(['submitted', 'security_check', 'review', 'first_approval', 'approved']);
});

test('is decided once, also by many at once', async () => {
  await large();
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => approve(rita, 1)),
    ...Array.from({ length: 5 }, () => approve(rolf, 1)),
    ...Array.from({ length: 5 }, () => reject(rolf, 1)),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(outcomeOf))).toEqual(
    new Set(['withdrawal.changed']),
  );
});

test('that is rejected gives the money back, and says why', async () => {
  const usd = async () => (await demo.get('/api/v1/withdrawals/terms')).body.sources;
  const [held] = (await usd()) as { available: { amount: string } }[];
  expect(outcomeOf(await reject(rita, 2))).toBe('withdrawal.changed');
  expect(outcomeOf(await reject(rita, 1, 'cancelled'))).toBe('request.invalid');
  expect(outcomeOf(await reject(rita, 1))).toBe('ended');
  const [back] = (await usd()) as { available: { amount: string } }[];
  expect(Number(back?.available.amount) - Number(held?.available.amount)).toBe(100);
  expect((await demo.get(`/api/v1/withdrawals/${id}`)).body).toMatchObject({
    status: 'rejected',
    cause: 'addressProblem',
  });
  expect(await noticesOf()).toMatchObject({
    template: 'withdrawalRejected',
    params: { amount: '100.00\u00a0USD', reason: 'addressProblem' },
  });
  // Another may have been rejected before, where a no was the fastest of many.
  const sent = (await mails(app.database, { like: 'withdrawalRejected' })).filter((mail) =>
    JSON.stringify(mail).includes(id),
  );
  expect(sent).toHaveLength(1);
  // What operators write stays with them.
  expect(JSON.stringify([sent, await noticesOf()])).not.toContain('fraud');
});

test('of a suspended member waits, and goes on afterwards', async () => {
  await suspend(app.database, 'demo');
  expect(outcomeOf(await approve(rita, 1))).toBe('withdrawal.paused');
  await restore(app.database, 'demo');
  expect(outcomeOf(await approve(rita, 1))).toBe('approved');
});

test('is not approved while payouts are frozen, and not settled either', async () => {
  await freezePayouts(app.database);
  const other = id;
  expect(outcomeOf(await approve(rita, 1))).toBe('money.payouts_frozen');
  await unfreezePayouts(app.database);
  expect([other, outcomeOf(await approve(rita, 1))]).toEqual([id, 'approved']);
  await record(tina, 2);
  await freezePayouts(app.database);
  expect(outcomeOf(await confirm(theo, 2))).toBe('money.payouts_frozen');
  await unfreezePayouts(app.database);
  expect(outcomeOf(await confirm(theo, 2))).toBe('complete');
});

test('is not paid by a transaction that paid another, and has one payout at a time', async () => {
  const first = newTx();
  await approve(rita, 1);
  await record(tina, 2, first);
  expect(outcomeOf(await record(theo, 2))).toBe('withdrawal.payout_recorded');
  expect(outcomeOf(await reject(rita, 2))).toBe('withdrawal.payout_recorded');
  await confirm(theo, 2);
  id = await withdrawn(demo);
  await approve(rita, 1);
  await record(tina, 2, `0x${first.toUpperCase()}`);
  expect(outcomeOf(await confirm(theo, 2))).toBe('withdrawal.tx_used');
});

test('whose payout the chain reports: seen, sent, complete; reported twice it happens once', async () => {
  await approve(rita, 1);
  await recordAs(verified, id, 2, newTx(), { actor: 'operator:tina', reason: 'sent' });
  expect(outcomeOf(await confirm(theo, 2))).toBe('withdrawal.payout_verified');
  const [open] = (await verified.open('TRON', '0')).filter(({ withdrawal }) => withdrawal === id);
  expect(open).toMatchObject({ asset: 'USDT', address: addresses.TRON, receivedMinor: 98_000_000n });
  const payout = open?.id ?? '';
  await verified.seen(payout, 3, 20);
  expect((await demo.get(`/api/v1/withdrawals/${id}`)).body).toMatchObject({
    step: 'sent',
    status: 'pending_review',
    payout: { confirmations: 3, needed: 20 },
  });
  await verified.seen(payout, 9, 20);
  // From now on never backwards.
  expect(outcomeOf(await reject(rita, 3))).toBe('withdrawal.wrong_step');
  await expect(verified.refuse(payout, 'another receiver')).rejects.toThrow('was seen');
  const before = await custody();
  await Promise.all(Array.from({ length: 5 }, () => verified.complete(payout, 0, 20)));
  await verified.complete(payout, 0, 20);
  const after = await custody();
  expect((after[0] ?? 0n) - (before[0] ?? 0n)).toBe(98_000_000n);
  expect(await step()).toBe('complete');
});

test('whose payout is not this one stays approved, and another is recorded', async () => {
  await approve(rita, 1);
  await recordAs(verified, id, 2, newTx(), { actor: 'operator:tina', reason: 'sent' });
  const [open] = (await verified.open('TRON', '0')).filter(({ withdrawal }) => withdrawal === id);
  await verified.refuse(open?.id ?? '', 'it pays somebody else');
  expect(await step()).toBe('approved');
  expect((await rita.get(`/withdrawals/${id}`)).body.payouts).toMatchObject([
    { state: 'invalid', fault: 'it pays somebody else' },
  ]);
  expect(outcomeOf(await record(tina, 2))).toBe('approved');
});

test('the database takes no approval for another one, or by the one who asked, from whoever writes there', async () => {
  await large();
  const refusal = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', sqlState);
  const asOwner = (sql: string) => refusal(app.database.sql(sql));
  const asApplication = (sql: string) => refusal(database.change(sql, [], { rows: 1 }));
  const move = `UPDATE withdrawal SET step = 'approved', revision = revision + 1 WHERE id = '${id}'`;
  /** An approval that says that it needs one person, who approves. */
  const make = (action: string, subject: string, request: string, actor: string) =>
    asOwner(`WITH asked AS (
        INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason)
          SELECT action, subject, digest, 1, '${request}', now(), 'made up' FROM approval
           WHERE action = '${action}' AND subject = '${subject}' LIMIT 1 RETURNING id)
      SELECT 1 FROM asked`).then(() =>
      asOwner(`INSERT INTO approval_given (approval, actor, reason, at)
        SELECT max(id), '${actor}', 'made up', now() FROM approval WHERE action = '${action}' AND subject = '${subject}'`),
    );
  expect(await make('withdrawal.approve', id, 'member', 'operator:rita')).toBe('done');
  expect(await asApplication(move)).toBe('TL001');
  await approve(rita, 1);
  await approve(rolf, 2);
  await record(tina, 3);
  const [payout] = await app.database.sql<{ id: string }>('SELECT id FROM withdrawal_payout WHERE withdrawal = $1', [
    id,
  ]);
  const paid = `UPDATE withdrawal_payout SET state = 'confirmed', confirmed_by = 'operator:theo', confirmed_at = now()
    WHERE id = ${payout?.id}`;
  expect(await asApplication(paid)).toBe('TL001');
  expect(await make('withdrawal.confirm_payout', payout?.id ?? '', 'member', 'operator:tina')).toBe('done');
  expect(await make('withdrawal.confirm_payout', payout?.id ?? '', 'operator:theo', 'operator:tina')).toBe('done');
  expect(await asApplication(paid)).toBe('TL001');
  expect(
    await asApplication(`INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state,
        confirmed_by, confirmed_at)
      VALUES ('${id}', 'TRON', repeat('f', 64), false, 'operator:tina', now(), 'confirmed', 'operator:theo', now())`),
  ).toBe('TL001');
});

test('goes on only with all that belongs to it, each by itself', async () => {
  const go = (step: string, more = '') =>
    `UPDATE withdrawal SET step = '${step}', revision = revision + 1 ${more} WHERE id = '${id}'`;
  const ended = go('ended', `, status = 'rejected', cause = 'other'`);
  const complete = go('complete', `, status = 'approved'`);
  const hold = (state: string) =>
    `UPDATE money_hold SET state = '${state}', ended_by = gen_random_uuid(), settled = ${state === 'settled' ? 'amount' : 0}
      WHERE id = (SELECT hold FROM withdrawal WHERE id = '${id}')`;
  const confirmed = `UPDATE withdrawal_payout SET state = 'confirmed', confirmed_by = 'chain:TRON', confirmed_at = now()
    WHERE withdrawal = '${id}'`;
  /** What is missing; none of the statements stays. */
  const missing = (...statements: string[]): Promise<unknown> =>
    app.database
      .sql(`DO $$ BEGIN ${statements.join(';')}; RAISE 'nothing'; END $$`)
      .catch((error: Error) => error.message);
  expect(await missing(go('approved'))).toMatch(/from review to approved only with withdrawal_approved$/);
  expect(await missing(ended)).toMatch(/withdrawal_hold_released$/);
  expect(await missing(hold('released'), go('review'))).toMatch(/withdrawal_hold_open$/);
  await approve(rita, 1);
  expect(await missing(go('sent'))).toMatch(/withdrawal_payout_there$/);
  await recordAs(verified, id, 2, newTx(), { actor: 'operator:tina', reason: 'sent' });
  expect(await missing(hold('released'), go('sent'))).toMatch(/withdrawal_hold_open$/);
  expect(await missing(hold('released'), ended)).toMatch(/withdrawal_payout_absent$/);
  expect(await missing(go('sent'), hold('settled'), complete)).toMatch(/withdrawal_payout_confirmed$/);
  expect(await missing(confirmed, go('sent'), complete)).toMatch(/withdrawal_hold_settled$/);
  expect(await missing(confirmed, go('sent'), hold('settled'), complete)).toBe('nothing');
});

/** What becomes of it while its owner's account is stopped, and afterwards. */
const whileStopped = async (work: () => Promise<void>, token: string): Promise<void> => {
  expect((await app.visitor.post('/api/v1/account-freezes', { token })).status).toBe(200);
  await work();
  await app.database.sql(`UPDATE member SET frozen_at = NULL WHERE username = 'demo'`);
  demo = await app.logIn('demo');
};
const stopLink = async (): Promise<string> => {
  // A browser that was never here is notified of by mail.
  const { headers } = await app.visitor.post('/api/v1/session', { username: 'demo', password: demoPassword });
  expect(headers.get('set-cookie')).toBeTruthy();
  return mailedToken(app.database, 'demo@example.com', 'newDevice');
};

test('begins with a hold of all that it takes, open and nobody else’s', async () => {
  const copy = (changes: object) =>
    database
      .rows(
        `INSERT INTO withdrawal SELECT (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'revision', 1)
           || $2::jsonb)).* FROM withdrawal w WHERE id = $1`,
        [id, JSON.stringify(changes)],
      )
      .then(
        () => 'done',
        (error: unknown) => sqlState(error),
      );
  // It is another's hold that stops the very same a second time, and the guard whatever it does not cover.
  expect(await copy({})).toBe('23505');
  expect(await copy({ amount: 200_000_000 })).toBe('TL001');
  expect(await copy({ unit: 'USDT' })).toBe('TL001');
  expect(await copy({ hold: newKey() })).toBe('TL001');
});

test('waits while its owner’s account is stopped by the link in a mail, and can be called back on return', async () => {
  await large();
  const token = await stopLink();
  await approve(rita, 1);
  await whileStopped(async () => {
    expect(outcomeOf(await approve(rolf, 2))).toBe('withdrawal.paused');
    expect((await rita.get(`/withdrawals/${id}`)).body).toMatchObject({ paused: true, cancellable: false });
    await expect(
      app.database.sql(`UPDATE withdrawal SET step = 'approved', revision = revision + 1 WHERE id = '${id}'`),
    ).rejects.toThrow('withdrawal_owner_free');
  }, token);
  expect(await step()).toBe('review');
  const called = await demo.post(`/api/v1/withdrawals/${id}/cancellation`, {});
  expect(called.body).toMatchObject({ step: 'ended', cause: 'cancelled' });
});

test('is not paid while its owner’s account is stopped, except for what a chain has seen', async () => {
  const token = await stopLink();
  const ids = [id, await withdrawn(demo), await withdrawn(demo)] as const;
  for (id of ids) await approve(rita, 1);
  const [approved, recorded, seen] = ids;
  id = recorded;
  await record(tina, 2);
  await recordAs(verified, seen, 2, newTx(), { actor: 'operator:tina', reason: 'sent' });
  await whileStopped(async () => {
    id = approved;
    expect(outcomeOf(await record(tina, 2))).toBe('withdrawal.paused');
    await expect(
      app.database.sql(`INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state)
        VALUES ('${id}', 'TRON', repeat('e', 64), false, 'operator:tina', now(), 'recorded')`),
    ).rejects.toThrow('payout_owner_free');
    id = recorded;
    expect(outcomeOf(await confirm(theo, 2))).toBe('withdrawal.paused');
    const [payout] = await app.database.sql<{ id: string }>(
      `SELECT id FROM withdrawal_payout WHERE withdrawal = '${seen}'`,
    );
    await verified.complete(payout?.id ?? '', 0, 20);
  }, token);
  id = seen;
  expect(await step()).toBe('complete');
  id = approved;
  expect((await record(tina, 2)).status).toBe(200);
  id = recorded;
  expect(outcomeOf(await confirm(theo, 2))).toBe('complete');
});

test('is not paid while its owner is suspended', async () => {
  await approve(rita, 1);
  await suspend(app.database, 'demo');
  expect(outcomeOf(await record(tina, 2))).toBe('withdrawal.paused');
  await restore(app.database, 'demo');
  expect((await record(tina, 2)).status).toBe(200);
  await suspend(app.database, 'demo');
  expect(outcomeOf(await confirm(theo, 2))).toBe('withdrawal.paused');
  await restore(app.database, 'demo');
  expect(outcomeOf(await confirm(theo, 2))).toBe('complete');
});

test('is refused, not failed, when the account is stopped while somebody approves', async () => {
  const token = await stopLink();
  const held = await app.database.hold(`SELECT 1 FROM member WHERE username = 'demo' FOR UPDATE`);
  const stopped = app.visitor.post('/api/v1/account-freezes', { token });
  await untilWaiting(app.database, 1);
  const said = approve(rita, 1);
  await untilWaiting(app.database, 2);
  await held.release();
  expect((await stopped).status).toBe(200);
  expect(outcomeOf(await said)).toBe('withdrawal.paused');
  await app.database.sql(`UPDATE member SET frozen_at = NULL WHERE username = 'demo'`);
  demo = await app.logIn('demo');
});

describe('a payout that was never seen', () => {
  const voidPayout = (who: OpsClient, revision: number) =>
    who.post(`/withdrawals/${id}/payout/void`, { revision, reason: 'a digit is wrong' });
  const payout = async (): Promise<{ id: string; state: string; fault: string | null }> => {
    const { body } = await rita.get(`/withdrawals/${id}`);
    return (body.payouts as { id: string; state: string; fault: string | null }[]).at(-1) ?? fail();
  };
  const fail = (): never => {
    throw new Error('no payout');
  };
  /** Recorded so many hours ago. */
  const recordedBefore = async (hours: number): Promise<void> => {
    await approve(rita, 1);
    await recordAs(verified, id, 2, newTx(), { actor: 'operator:tina', reason: 'sent' });
    await app.database.sql(
      `SET session_replication_role = 'replica';
       UPDATE withdrawal_payout SET recorded_at = recorded_at - interval '${hours} hours' WHERE withdrawal = '${id}';
       RESET session_replication_role`,
    );
  };

  test('is voided by two people after a day, and another is recorded in its place', async () => {
    await recordedBefore(25);
    expect(outcomeOf(await record(theo, 2))).toBe('withdrawal.payout_recorded');
    expect((await voidPayout(tina, 2)).body).toMatchObject({
      payouts: [{ state: 'recorded', voidAskedBy: 'operator:tina' }],
    });
    expect(outcomeOf(await voidPayout(tina, 2))).toBe('approval.second_person');
    await expect(
      app.database.sql(
        `UPDATE withdrawal_payout SET state = 'invalid', fault = 'voided by me' WHERE withdrawal = '${id}'`,
      ),
    ).rejects.toThrow('payout_end_is_due');
    expect((await voidPayout(theo, 2)).body).toMatchObject({
      step: 'approved',
      payouts: [{ state: 'invalid', fault: 'voided by two people: no chain had seen it', voidAskedBy: null }],
    });
    expect((await record(tina, 2)).status).toBe(200);
    expect(outcomeOf(await confirm(theo, 2))).toBe('complete');
    expect(await auditLines(app.database, id)).toEqual(
      expect.arrayContaining(['operator:tina withdrawal.ask_to_void_payout', 'operator:theo withdrawal.void_payout']),
    );
  });

  test('is voided, and the money given back', async () => {
    await recordedBefore(25);
    expect(outcomeOf(await reject(rita, 2))).toBe('withdrawal.payout_recorded');
    await voidPayout(tina, 2);
    const { id: payoutId } = await payout();
    expect(outcomeOf(await tina.approve('withdrawal.void_payout', payoutId))).toBe('approval.second_person');
    expect((await theo.approve('withdrawal.void_payout', payoutId)).status).toBe(200);
    expect((await payout()).state).toBe('invalid');
    expect(outcomeOf(await theo.approve('withdrawal.void_payout', payoutId))).toBe('approval.closed');
    expect(outcomeOf(await reject(rita, 2))).toBe('ended');
  });

  test('waits a day, also for two people, and in the database', async () => {
    await recordedBefore(23);
    expect((await voidPayout(tina, 2)).problem).toMatchObject({
      code: 'withdrawal.payout_young',
      params: { until: expect.any(String) },
    });
    const { id: payoutId } = await payout();
    const voided = `UPDATE withdrawal_payout SET state = 'invalid', fault = 'voided by me' WHERE id = ${payoutId}`;
    await expect(app.database.sql(voided)).rejects.toThrow('payout_end_is_due');
  });

  test('of which no node knows is replaced by two within minutes; the money is not given back before the day is over', async () => {
    await recordedBefore(1);
    const look = (sighting: 'unknown' | undefined) => async () => sighting;
    const watch = (sighting: 'unknown' | undefined) =>
      new PayoutWatch(verified, 'TRON', { look: look(sighting) }).step();
    const unknownFor = (minutes: number) =>
      app.database.sql(`UPDATE withdrawal_payout SET unknown_since = unknown_since - interval '${minutes} minutes'
        WHERE withdrawal = '${id}' AND unknown_since IS NOT NULL`);
    await watch('unknown');
    await unknownFor(5);
    expect((await voidPayout(tina, 2)).problem.code).toBe('withdrawal.payout_young');
    // It waits for its block: a node knows it, and what was counted counts no more.
    await watch(undefined);
    await watch('unknown');
    await unknownFor(5);
    expect((await voidPayout(tina, 2)).problem.code).toBe('withdrawal.payout_young');
    await watch('unknown');
    await unknownFor(5);
    // The nodes were away: what may have come meanwhile nobody knows, and it is counted from the next look on.
    const awayFor = (minutes: number) =>
      app.database.sql(`UPDATE withdrawal_payout SET unknown_at = unknown_at - interval '${minutes} minutes'
        WHERE withdrawal = '${id}' AND unknown_at IS NOT NULL`);
    await awayFor(6);
    expect((await voidPayout(tina, 2)).problem.code).toBe('withdrawal.payout_young');
    await watch('unknown');
    await unknownFor(5);
    expect((await voidPayout(tina, 2)).problem.code).toBe('withdrawal.payout_young');
    await watch('unknown');
    await unknownFor(5);
    expect((await voidPayout(tina, 2)).status).toBe(200);
    expect((await voidPayout(tina, 2)).problem.code).toBe('approval.second_person');
    expect((await voidPayout(theo, 2)).status).toBe(200);
    expect(outcomeOf(await reject(rita, 2))).toBe('withdrawal.voided_early');
    await expect(
      app.database.sql(`UPDATE withdrawal SET status = 'rejected', step = 'ended', cause = 'other', revision = revision + 1
        WHERE id = '${id}'`),
    ).rejects.toThrow();
    expect((await record(tina, 2)).status).toBe(200);
    expect(outcomeOf(await confirm(theo, 2))).toBe('complete');
  });

  test('that was voided early and never paid is given back after the day', async () => {
    await recordedBefore(1);
    await app.database.sql(
      `UPDATE withdrawal_payout SET unknown_since = now() - interval '1 hour', unknown_at = now() WHERE withdrawal = '${id}'`,
    );
    await voidPayout(tina, 2);
    await voidPayout(theo, 2);
    expect(outcomeOf(await reject(rita, 2))).toBe('withdrawal.voided_early');
    await app.database.sql(
      `SET session_replication_role = 'replica';
       UPDATE withdrawal_payout SET recorded_at = recorded_at - interval '24 hours' WHERE withdrawal = '${id}';
       RESET session_replication_role`,
    );
    expect(outcomeOf(await reject(rita, 2))).toBe('ended');
  });

  test('is not voided when the chain has seen it, nor by a reviewer', async () => {
    await recordedBefore(25);
    expect(outcomeOf(await voidPayout(rita, 2))).toBe('auth.forbidden');
    await verified.seen((await payout()).id, 1, 20);
    expect(outcomeOf(await voidPayout(tina, 3))).toBe('withdrawal.payout_seen');
  });

  test('is known when it is found after all', async () => {
    await recordedBefore(25);
    await voidPayout(tina, 2);
    await voidPayout(theo, 2);
    const { id: payoutId } = await payout();
    const look = async ({ id: looked }: { id: string }) =>
      looked === payoutId
        ? { matches: [0], others: [], fault: undefined, confirmations: 1, needed: 20, isFinal: false }
        : undefined;
    await new PayoutWatch(verified, 'TRON', { look }).step();
    expect(await payout()).toMatchObject({
      state: 'invalid',
      fault: 'voided by two people, and found on the chain since',
    });
    expect(await auditLines(app.database, id)).toContain('automatic withdrawal.voided_payout_found');
    expect((await verified.voided('TRON')).map(({ withdrawal }) => withdrawal)).not.toContain(id);
  });

  test('holds up none behind it, however many there are', async () => {
    const requests: string[] = [];
    const payoutOf = (number: number) => ({ id: String(number), chain: 'TRON', asset: 'USDT' }) as OpenPayout;
    const watch = new PayoutWatch(
      {
        open: async (_chain: string, after: string) =>
          [1, 2, 3].map((step) => payoutOf(Number(after) + step)).filter(({ id: next }) => Number(next) <= 250),
        voided: async () => [],
        unknown: async () => undefined,
        progressOf: async () => {
          throw new Error('this one cannot be reported');
        },
      } as unknown as RecordedPayouts,
      'TRON',
      {
        async look({ id: seen }) {
          requests.push(seen);
          return seen === '7'
            ? { matches: [0], others: [], fault: undefined, confirmations: 1, needed: 2, isFinal: false }
            : undefined;
        },
      },
    );
    await expect(watch.step()).rejects.toThrow('this one cannot be reported');
    expect(requests).toHaveLength(250);
  });
});

describe('the queue', () => {
  const read = async (query = ''): Promise<{ ids: string[]; counts: Record<string, number>; next: string | null }> => {
    const { status, body, text } = await rita.get(`/withdrawals?limit=2${query}`);
    if (status !== 200) throw new Error(text);
    const { withdrawals, counts, next } = body as {
      withdrawals: { id: string }[];
      counts: Record<string, number>;
      next: string | null;
    };
    return { ids: withdrawals.map((each) => each.id), counts, next };
  };
  const all = async (query = ''): Promise<string[]> => {
    const hits: string[] = [];
    let after = '';
    for (;;) {
      const { ids, next } = await read(query + after);
      hits.push(...ids);
      if (next === null) return hits;
      after = `&after=${next}`;
    }
  };

  test('comes page by page, each once: open ones by their deadline, ended ones the latest first', async () => {
    await reject(rita, 1);
    const sql = async (rest: string) =>
      (await app.database.sql<{ id: string }>(`SELECT id FROM withdrawal WHERE ${rest}`)).map((row) => row.id);
    const open = await all();
    expect(open.length).toBeGreaterThan(2);
    expect(open).toEqual(await sql(`status = 'pending_review' ORDER BY deadline_at, id`));
    const ended = await all('&view=ended');
    expect(ended[0]).toBe(id);
    expect(ended).toEqual(await sql(`status <> 'pending_review' ORDER BY changed_at DESC, id DESC`));
    expect(await all('&step=ended')).toEqual(await sql(`step = 'ended' ORDER BY changed_at DESC, id DESC`));
    for (const view of ['review', 'approved', 'sent'])
      expect(await all(`&view=${view}`)).toEqual(
        await sql(`status = 'pending_review' AND step = '${view}' ORDER BY deadline_at, id`),
      );
    const { counts } = await read();
    expect((counts.review ?? 0) + (counts.approved ?? 0) + (counts.sent ?? 0)).toBe(open.length);
  });

  test('is searched by member, address, risk, chain and the transaction of a payout', async () => {
    await approve(rita, 1);
    const tx = newTx();
    await record(tina, 2, tx);
    for (const written of [tx, `0x${tx.toUpperCase()}`]) {
      const { ids, counts } = await read(`&tx=${written}`);
      expect(ids).toEqual([id]);
      expect(counts).toEqual({ review: 0, approved: 1, sent: 0 });
    }
    expect(await all(`&username=Demo&address=${addresses.TRON}&chain=TRON&asset=USDT&step=approved`)).toContain(id);
    for (const other of ['username=hana', 'address=T', 'chain=BTC', 'asset=ON', 'risk=velocity&username=nobody1'])
      expect(await all(`&${other}`)).not.toContain(id);
    const outsider = await rita.get('/withdrawals?after=0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(outsider.problem.code).toBe('field.format');
  });
});

test('a file says in which language its owner reads what becomes of it', async () => {
  const [owner] = await app.database.sql<{ language: string }>(`SELECT language FROM member WHERE username = 'demo'`);
  expect((await rita.get(`/withdrawals/${id}`)).body.language).toBe(owner?.language);
});

test('looks and steps stand in the audit log', async () => {
  await rita.get(`/withdrawals/${id}`);
  await approve(rita, 1);
  expect(await auditLines(app.database, id)).toEqual([
    'operator:rita withdrawal.read',
    'operator:rita withdrawal.approve',
  ]);
});

test('no command approves or pays, under whatever name, and alongside an operator it is no second person', async () => {
  const step = (name: string, revision: number, by: string, ...more: string[]) =>
    ops(app, name, id, '--revision', String(revision), '--reason', 'fine', '--by', by, ...more);
  expect((await ops(app, 'listWithdrawalQueue')).withdrawals).toContainEqual(expect.objectContaining({ id }));
  const refused = async (name: string, revision: number, ...more: string[]) =>
    expect(step(name, revision, 'zoe', ...more)).rejects.toThrow('You don’t have access to this.');
  await refused('approveWithdrawal', 1);
  expect((await rita.post(`/withdrawals/${id}/approve`, { revision: 1, reason: 'fine' })).status).toBe(200);
  await refused('claimPayout', 2);
  await refused('recordPayout', 2, '--tx', newTx());
  await refused('confirmPayout', 2);
  for (const sql of [
    `SELECT claim_payout('${id}', 'command:zoe', now())`,
    `SELECT request_approval('withdrawal.void_payout', '1', '{}', NULL, 'command:zoe', 'x', now(), now() + interval '1 day')`,
  ])
    await expect(database.rows(sql)).rejects.toMatchObject({
      original: { code: expect.stringMatching(/TW002|TA007/) },
    });
  // To stop is for a command, too.
  expect(await step('rejectWithdrawal', 2, 'zoe', '--cause', 'other')).toMatchObject({ status: 'rejected' });
});
