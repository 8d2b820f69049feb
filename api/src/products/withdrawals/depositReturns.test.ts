import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balanceOf, balancesOf } from '../../testing/balances.ts';
import { depositInSuspense } from '../../testing/deposits.ts';
import { lastMail } from '../../testing/mails.ts';
import { enrolled, loggedIn, type OpsClient, withAccounts } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { auditLines, noticesIn } from '../../testing/records.ts';
import { freezePayouts, unfreezePayouts } from '../../testing/rules.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses } from '../../testing/withdrawals.ts';

/** Tina and Theo are treasurers, Rita reviews. */
let app: TestApplication;
let tina: OpsClient;
let theo: OpsClient;
let rita: OpsClient;
let hana: Client;
let database: Database;
beforeAll(async () => {
  app = await startTestApplication();
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  hana = await app.logIn('hana');
  database = new Database({ url: app.database.url, poolSize: 2 });
});
afterAll(async () => {
  const findings = await verifyAll(app.database.url);
  await database.close();
  await app.close();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const suspense = 811n;
const ask = (who: OpsClient, id: string, address: string = addresses.TRON) =>
  who.post(`/deposits/${id}/return`, { address, reason: 'the member asked for it' });
/** What waits for a second person, by its approval’s subject. */
async function waiting(): Promise<{ subject: string; action: string; after: Record<string, string> }[]> {
  const { body } = await theo.get('/approvals/waiting');
  return body.waiting as { subject: string; action: string; after: Record<string, string> }[];
}
/** Of whose deposit a return waits, by its subject. */
const askedFor = async (username: string): Promise<string> =>
  (await waiting()).find(({ action, after }) => action === 'deposit.return' && after.username === username)?.subject ??
  '';
const approve = (who: OpsClient, request: string) => who.approve('deposit.return', request);
/** The withdrawal by which a deposit goes back. */
const withdrawalOf = async (deposit: string): Promise<string> => {
  const { deposits } = (await rita.get('/deposits?state=returning')).body as {
    deposits: { id: string; withdrawal: string }[];
  };
  return deposits.find(({ id }) => id === deposit)?.withdrawal ?? '';
};
const stateOf = async (id: string): Promise<string | undefined> => {
  const [row] = await app.database.sql<{ state: string }>('SELECT state FROM deposit_transfer WHERE id = $1', [id]);
  return row?.state;
};
/** One that two have agreed to send back. @returns its deposit and its withdrawal */
async function returning(username = 'hana'): Promise<{ id: string; withdrawal: string }> {
  const id = await depositInSuspense(app.database, username);
  expect(outcomeOf(await ask(tina, id))).toBe('done');
  await approve(theo, await askedFor(username));
  return { id, withdrawal: await withdrawalOf(id) };
}

test('goes back whole once two treasurers say so, as a withdrawal with a review and a payer of its own', async () => {
  const id = await depositInSuspense(app.database, 'hana');
  const [before, inSuspense] = [await balancesOf(app.database, 'hana'), await balanceOf(app.database, suspense)];
  expect(outcomeOf(await ask(rita, id))).toBe('auth.forbidden');
  expect(outcomeOf(await ask(tina, id, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9'))).toBe('withdrawal.tron_address_invalid');
  expect(outcomeOf(await ask(tina, id, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'))).toBe('withdrawal.address_denied');
  expect(outcomeOf(await ask(tina, id))).toBe('done');
  expect(outcomeOf(await ask(theo, id))).toBe('deposit.return_asked');
  const release = await theo.post(`/deposits/${id}/release`, { reason: 'why not' });
  expect(outcomeOf(release)).toBe('deposit.return_asked');
  const [request] = await waiting();
  expect(request).toMatchObject({
    action: 'deposit.return',
    yours: true,
    after: { username: 'hana', chain: 'TRON', usdt: '5.00', address: addresses.TRON },
  });
  const subject = request?.subject ?? '';
  expect(outcomeOf(await approve(tina, subject))).toBe('approval.second_person');
  // Nothing has moved yet.
  expect([await balancesOf(app.database, 'hana'), await balanceOf(app.database, suspense)]).toEqual([
    before,
    inSuspense,
  ]);

  const answers = await Promise.all([approve(theo, subject), approve(theo, subject)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const withdrawal = await withdrawalOf(id);
  const held = await balancesOf(app.database, 'hana');
  expect([held.usdtAvailable, held.usdtPending - before.usdtPending]).toEqual([before.usdtAvailable, 5_000_000n]);
  expect(await balanceOf(app.database, suspense)).toBe(inSuspense - 5_000_000n);
  expect((await hana.get(`/api/v1/withdrawals/${withdrawal}`)).body).toMatchObject({
    origin: 'deposit_return',
    address: addresses.TRON,
    amount: { amount: '5.00', unit: 'USDT' },
    fee: { amount: '0.00' },
    received: { amount: '5.00', unit: 'USDT' },
    step: 'review',
    cancellable: true,
  });
  expect((await lastMail(app.database, 'hana@example.com', 'depositReturning')).params).toMatchObject({
    address: addresses.TRON,
  });
  expect((await rita.get('/deposits?state=returning')).body).toMatchObject({
    deposits: [{ id, state: 'returning', withdrawal, sender: expect.stringMatching(/^T/) }],
    counts: { returning: 1 },
  });
  const listed = (await hana.get('/api/v1/deposits')).body as unknown as { deposits: { state: string }[] };
  expect(listed.deposits[0]).toMatchObject({ state: 'returning', credited: null });

  expect(
    outcomeOf(await rita.post(`/withdrawals/${withdrawal}/approve`, { revision: 1, reason: 'looked at it' })),
  ).toBe('done');
  const tx = 'a'.repeat(64);
  const recorded = await tina.post(`/withdrawals/${withdrawal}/payout`, { revision: 2, tx, reason: 'sent' });
  expect(outcomeOf(recorded)).toBe('done');
  const confirm = () => theo.post(`/withdrawals/${withdrawal}/payout/confirm`, { revision: 2, reason: 'seen' });
  // What leaves custody waits while payouts are frozen, as any other.
  await freezePayouts(app.database);
  expect(outcomeOf(await confirm())).toBe('money.payouts_frozen');
  await unfreezePayouts(app.database);
  expect(outcomeOf(await confirm())).toBe('done');
  expect(await stateOf(id)).toBe('returned');
  const after = await balancesOf(app.database, 'hana');
  expect([after.usdtAvailable, after.usdtPending]).toEqual([before.usdtAvailable, before.usdtPending]);
  expect(outcomeOf(await ask(tina, id))).toBe('deposit.not_aside');
  expect(await auditLines(app.database, id)).toEqual([
    'operator:tina deposit.ask_return',
    'operator:theo deposit.return',
  ]);
});

describe('that is not sent', () => {
  test.each([
    ['cancelled by its member', (id: string) => hana.post(`/api/v1/withdrawals/${id}/cancellation`, {})],
    [
      'rejected by a reviewer',
      (id: string) =>
        rita.post(`/withdrawals/${id}/reject`, { revision: 1, cause: 'addressProblem', reason: 'an exchange’s' }),
    ],
  ])('%s it is in suspense as it stood, and can be asked for again', async (_, end) => {
    const before = await balancesOf(app.database, 'hana');
    const { id, withdrawal } = await returning();
    const inSuspense = await balanceOf(app.database, suspense);
    expect((await end(withdrawal)).status).toBe(200);
    expect(await balancesOf(app.database, 'hana')).toEqual(before);
    expect(await balanceOf(app.database, suspense)).toBe(inSuspense + 5_000_000n);
    expect(await stateOf(id)).toBe('below_minimum');
    expect((await hana.get(`/api/v1/withdrawals/${withdrawal}`)).body).toMatchObject({ step: 'ended' });
    expect(outcomeOf(await ask(theo, id))).toBe('done');
    expect(outcomeOf(await approve(tina, await askedFor('hana')))).toBe('done');
    expect(await stateOf(id)).toBe('returning');
  });

  test('whose rejection says that nothing was sent, and not that it is in the balance', async () => {
    const { withdrawal } = await returning('noah');
    const no = { revision: 1, cause: 'addressProblem', reason: 'an exchange’s' };
    expect(outcomeOf(await rita.post(`/withdrawals/${withdrawal}/reject`, no))).toBe('done');
    const templates = (await noticesIn(app.database, 'noah')).map(({ template }) => template);
    expect(templates).toEqual(expect.arrayContaining(['depositReturning', 'payoutRejected']));
    expect(templates).not.toContain('withdrawalRejected');
  });
});

test('nobody sends back a deposit of their own account, and an approval by a command is none', async () => {
  await withAccounts(app, (accounts) => accounts.declareMembers('theo', ['emma']));
  const id = await depositInSuspense(app.database, 'emma');
  expect(outcomeOf(await ask(theo, id))).toBe('approval.own_account');
  expect(outcomeOf(await ask(tina, id))).toBe('done');
  const request = await askedFor('emma');
  expect(outcomeOf(await approve(theo, request))).toBe('approval.own_account');
  await expect(ops(app, 'approveDepositReturn', request, '--reason', 'it is there')).rejects.toThrow();
});

test('is none of the withdrawals that its member has made, to that address or any', async () => {
  // One of theirs was sent back there by now.
  const { withdrawal } = await returning();
  expect((await rita.get(`/withdrawals/${withdrawal}`)).body).toMatchObject({
    risks: expect.arrayContaining(['newAddress', 'firstWithdrawal']),
    evidence: { address: { paid: 0 }, member: { paid: 0, inADay: 1 } },
  });
});

describe('past the service, too: the product’s login', () => {
  const refused = (sql: string, values: readonly string[]) =>
    database.rows(sql, values).then(
      () => 'done',
      (error: unknown) => sqlState(error) ?? String(error),
    );

  test('sends nothing back that two have not agreed to', async () => {
    const id = await depositInSuspense(app.database, 'noah');
    expect(await refused(`UPDATE deposit_transfer SET state = 'returning' WHERE id = $1`, [id])).toBe('TL001');
    expect(outcomeOf(await ask(tina, id))).toBe('done');
    const request = await askedFor('noah');
    const uuid = 'gen_random_uuid()';
    const begin = `SELECT begin_deposit_return($1, ${uuid}, ${uuid}, ${uuid}, $2, 'x', now())`;
    expect(await refused(begin, [request, 'operator:tina'])).toBe('TA001');
    const move = `UPDATE approval SET payload = payload || jsonb_build_object('address', $2::text) WHERE id = $1`;
    expect(await refused(move, [request, addresses.TRON])).toBe('42501');
  });

  test('makes no other withdrawal of what is held for one, and none of it for another address', async () => {
    const { withdrawal } = await returning();
    const copy = (changes: string) =>
      refused(
        `INSERT INTO withdrawal SELECT (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid()) || ${changes})).*
           FROM withdrawal w WHERE id = $1`,
        [withdrawal],
      );
    expect(await copy(`'{"origin": "balance", "deposit_return": null}'`)).toBe('TL001');
    expect(await copy(`'{"address": "${addresses.TRON.toLowerCase()}"}'`)).toBe('TL001');
    expect(await copy(`'{}'`)).toBe('23505');
  });
});

test('an ask that lapsed makes room for a release', async () => {
  const id = await depositInSuspense(app.database, 'ren');
  expect(outcomeOf(await ask(tina, id))).toBe('done');
  app.clock.advance(25 * 3600 * 1000);
  const toni = await loggedIn(app, await enrolled(app, 'toni', ['treasurer']));
  expect(outcomeOf(await toni.post(`/deposits/${id}/release`, { reason: 'of several parts' }))).toBe('done');
});
