import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { balancesOf, give } from '../../testing/balances.ts';
import { TestWatchers } from '../../testing/deposits.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain, unitsOf } from '../../testing/testChain.ts';
import { addresses, keepAddress, withdraw } from '../../testing/withdrawals.ts';

/** Payouts on a real chain: 100 USD leave as 99 USDT on BSC, from custody to the member's address. */
let chain: TestChain;
let app: TestApplication;
let watchers: TestWatchers;
let rita: OpsClient;
let tina: OpsClient;
let demo: Client;
const receiver = addresses.BSC.toLowerCase();
const outsider = `0x${'5a'.repeat(20)}`;

beforeAll(async () => {
  chain = await TestChain.start();
  app = await startTestApplication({ chains: chain.configs, watchChains: false });
  watchers = new TestWatchers(app.database.url, chain);
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  demo = await app.logIn('demo');
  await keepAddress(app, 'demo', 'BSC');
  await give(app.database, 'demo', 'usdAvailable', 9000);
  await app.database.sql('ALTER TABLE approval_given DISABLE TRIGGER approval_given_fixed');
  await chain.node.fund(outsider);
  await chain.pay('BSC', outsider, '5000');
});
afterAll(async () => {
  const findings = await verifyAll(app.database.url);
  await watchers?.close();
  await app?.close();
  await chain?.stop();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

/** An approved withdrawal of 100 USD. @returns its id */
async function approved(): Promise<string> {
  const { body, status, text } = await withdraw(demo, { chain: 'BSC', address: addresses.BSC, received: '99.00' });
  if (status !== 201) throw new Error(text);
  const id = String(body.id);
  const answer = await rita.post(`/withdrawals/${id}/approve`, { revision: 1, reason: 'looked at it' });
  if (answer.status !== 200) throw new Error(answer.text);
  await setApproval(id, 'now()');
  return id;
}

/** Signing operators in moves the application's clock on, and the chain has a clock of its own. */
const setApproval = (withdrawal: string, time: string) =>
  app.database.sql(
    `UPDATE approval_given SET at = ${time}
      WHERE approval = (SELECT id FROM approval WHERE action = 'withdrawal.approve' AND subject = $1)`,
    [withdrawal],
  );

/** A payout of it is recorded. */
async function recorded(id: string, tx: string): Promise<void> {
  const answer = await tina.post(`/withdrawals/${id}/payout`, { revision: 2, tx, reason: 'sent from custody' });
  if (answer.status !== 200) throw new Error(answer.text);
}

const stepOf = async (id: string): Promise<unknown> => (await demo.get(`/api/v1/withdrawals/${id}`)).body.step;
/** The latest payout, as operators see it. */
async function payoutOf(id: string): Promise<string> {
  const [row] = await app.database.sql<{ reported: string }>(
    `SELECT state || coalesce(': ' || fault, '') AS reported FROM withdrawal_payout WHERE withdrawal = $1 ORDER BY id DESC`,
    [id],
  );
  return row?.reported ?? 'none';
}
const look = () => watchers.payoutWatch('BSC').step();
const paysRight = () => chain.pay('BSC', receiver, '99');

let id = '';
beforeEach(async () => {
  id = await approved();
});

test('is seen, confirmed block by block, and complete when nothing can change any more', async () => {
  await recorded(id, await paysRight());
  await look();
  expect(await stepOf(id)).toBe('sent');
  await chain.node.mine(5);
  await look();
  expect((await demo.get(`/api/v1/withdrawals/${id}`)).body).toMatchObject({
    status: 'pending_review',
    step: 'sent',
    payout: { confirmations: 5, needed: 12 },
  });
  await chain.node.mine(7);
  await Promise.all([look(), look(), look()]);
  expect((await demo.get(`/api/v1/withdrawals/${id}`)).body).toMatchObject({ status: 'approved', step: 'complete' });
  const postings = await app.database.sql(
    `SELECT 1 FROM posting WHERE account IN (201, 211) AND amount = 99000000 AND journal IN
       (SELECT ended_by FROM money_hold WHERE id = (SELECT hold FROM withdrawal WHERE id = $1))`,
    [id],
  );
  expect(postings).toHaveLength(1);
});

test('is watched whatever becomes of the deposits that are read alongside it', async () => {
  await recorded(id, await paysRight());
  await chain.node.mine(12);
  const job = watchers.job('BSC');
  await app.database.sql('ALTER TABLE chain_cursor ADD CONSTRAINT stands CHECK (next_block < 1) NOT VALID');
  await expect(job.run(new AbortController().signal)).rejects.toMatchObject({ code: expect.any(String) });
  await app.database.sql('ALTER TABLE chain_cursor DROP CONSTRAINT stands');
  expect(await stepOf(id)).toBe('complete');
});

describe('of another amount', () => {
  const settle = (who: OpsClient, revision = 2) =>
    who.post(`/withdrawals/${id}/payout/settle`, { revision, reason: 'seen in the explorer' });
  const reject = () => rita.post(`/withdrawals/${id}/reject`, { revision: 2, cause: 'addressProblem', reason: 'no' });
  const balance = async (code: number): Promise<bigint> => {
    const [row] = await app.database.sql<{ balance: string }>('SELECT balance FROM account WHERE id = $1', [
      String(code),
    ]);
    return BigInt(row?.balance ?? 0);
  };
  const available = async () => BigInt((await balancesOf(app.database, 'demo')).usdAvailable);
  const accounts = async () => [await balance(201), await balance(401), await balance(701), await available()] as const;
  const moved = async (before: Awaited<ReturnType<typeof accounts>>) =>
    (await accounts()).map((each, index) => Number(each - (before[index] ?? 0n)) / 1e6);

  test.each([
    ['99.000001', '99.000001', [99.000001, 1, -0.000001, 0]],
    ['98.5', '98.50', [98.5, 1, 0, 0.5]],
    ['98.999999999999999999', '98.999999', [98.999999, 1, 0, 0.000001]],
    ['150', '150.00', [150, 1, -51, 0]],
  ])('%s in place of 99 is shown as it is, rejected by nobody, and settled by two', async (amount, shown, legs) => {
    const theo = await loggedIn(app, await enrolled(app, `theo${amount.replace('.', '')}`, ['treasurer']));
    const before = await accounts();
    await recorded(id, await chain.pay('BSC', receiver, amount));
    await chain.node.mine(12);
    await look();
    expect(await payoutOf(id)).toBe(`mismatched: it paid ${shown} USDT, and 99.00 USDT were ordered`);
    expect((await rita.get(`/withdrawals/${id}`)).body).toMatchObject({ payouts: [{ state: 'mismatched' }] });
    expect((await reject()).problem.code).toBe('withdrawal.payout_recorded');
    await expect(
      watchers.database.rows(
        `SELECT end_hold(gen_random_uuid(), member, 'x', '\\x00', 'release', '{}', hold, '{}', '{}') FROM withdrawal WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow();
    expect((await settle(tina)).body).toMatchObject({
      step: 'approved',
      payouts: [{ settlementAskedBy: 'operator:tina' }],
    });
    expect((await settle(tina)).problem.code).toBe('approval.second_person');
    expect((await settle(theo)).body).toMatchObject({ step: 'complete', status: 'approved' });
    expect(await moved(before)).toEqual(legs);
  });

  test('that was sent to another address, or too early to be sure, is none', async () => {
    await recorded(id, await chain.pay('BSC', outsider, '98'));
    await look();
    expect(await payoutOf(id)).toBe('recorded');
    await chain.node.mine(12);
    await look();
    expect(await payoutOf(id)).toMatch(/^invalid/);
  });

  test('and what was found after two people had voided it is not given back either', async () => {
    const theo = await loggedIn(app, await enrolled(app, 'thea', ['treasurer']));
    await recorded(id, await paysRight());
    const [row] = await app.database.sql<{ id: string }>('SELECT id FROM withdrawal_payout WHERE withdrawal = $1', [
      id,
    ]);
    await app.database.sql(
      `ALTER TABLE withdrawal_payout DISABLE TRIGGER USER;
       UPDATE withdrawal_payout SET state = 'invalid', fault = 'voided by two people: no chain had seen it' WHERE id = ${row?.id};
       ALTER TABLE withdrawal_payout ENABLE TRIGGER USER`,
    );
    await chain.node.mine(12);
    await look();
    expect(await payoutOf(id)).toMatch(/^invalid: voided by two people, and found/);
    expect((await reject()).problem.code).toBe('withdrawal.payout_recorded');
    await settle(tina);
    expect((await settle(theo)).body).toMatchObject({ step: 'complete' });
  });
});

test('more by less than the smallest unit that anybody holds is exactly this', async () => {
  await recorded(id, await chain.pay('BSC', receiver, '99.000000000000000001'));
  await chain.node.mine(12);
  await look();
  expect(await stepOf(id)).toBe('complete');
});

test('is waited for as long as no block has it', async () => {
  await recorded(id, `0x${'ab'.repeat(32)}`);
  await chain.node.mine(30);
  await look();
  expect([await stepOf(id), await payoutOf(id)]).toEqual(['approved', 'recorded']);
});

test.each([
  ['a token that imitates', () => chain.imitate(receiver, '99'), /no transfer of exactly this/],
  [
    'another sender',
    () => chain.node.transfer(chain.config('BSC').token.account, outsider, receiver, unitsOf('99', 18)),
    /no transfer of exactly this/,
  ],
  ['another receiver', () => chain.pay('BSC', outsider, '99'), /no transfer of exactly this/],
  ['a transaction that failed', () => chain.payInVain('BSC', receiver, '99'), /it failed/],
])('%s is refused, and only when nothing can change any more', async (_name, pay, fault) => {
  await recorded(id, await pay());
  await chain.node.mine(11);
  await look();
  expect(await payoutOf(id)).toBe('recorded');
  await chain.node.mine(1);
  await look();
  expect(await payoutOf(id)).toMatch(fault);
  expect(await stepOf(id)).toBe('approved');
  // The right one can follow.
  await recorded(id, await paysRight());
  await chain.node.mine(12);
  await look();
  expect(await stepOf(id)).toBe('complete');
});

test('a payment from before the approval is another’s', async () => {
  const tx = await paysRight();
  await chain.node.mine(12);
  await setApproval(id, `now() + interval '5 minutes'`);
  await recorded(id, tx);
  await look();
  expect(await payoutOf(id)).toBe('invalid: it is older than the approval');
});

test('one transfer pays one withdrawal, and a transaction with two pays two', async () => {
  const [second, third] = [await approved(), await approved()];
  const tx = await chain.payMany('BSC', [receiver, outsider, receiver], '99');
  for (const each of [id, second, third]) await recorded(each, tx);
  await look();
  expect(await Promise.all([id, second, third].map(stepOf))).toEqual(['sent', 'sent', 'approved']);
  await chain.node.mine(12);
  await look();
  await look();
  expect(await Promise.all([id, second, third].map(stepOf))).toEqual(['complete', 'complete', 'approved']);
  expect(await payoutOf(third)).toBe('invalid: each of its transfers pays another withdrawal');
  const rows = await app.database.sql<{ ordinal: number }>(
    'SELECT ordinal FROM withdrawal_payout WHERE tx = $1 AND ordinal IS NOT NULL ORDER BY id',
    [tx],
  );
  expect(rows.map(({ ordinal }) => ordinal)).toEqual([0, 2]);
});

test('a transaction that a rewritten chain dropped is waited for, and nothing goes backwards', async () => {
  const tx = await paysRight();
  await chain.node.mine(2);
  await recorded(id, tx);
  await look();
  expect(await stepOf(id)).toBe('sent');
  await chain.node.call('anvil_reorg', 3, []);
  await chain.node.mine(20);
  await look();
  expect([await stepOf(id), await payoutOf(id)]).toEqual(['sent', 'seen']);
});

test('a node that does not answer changes nothing', async () => {
  // The rewritten chain has given the sender's number back: the same payment would be the same transaction.
  await chain.pay('BSC', outsider, '1');
  await recorded(id, await paysRight());
  await chain.node.mine(12);
  const broken = watchers.payoutWatch('BSC', { node: { url: 'http://127.0.0.1:9' } });
  await expect(broken.step()).rejects.toMatchObject({ kind: 'transient' });
  expect(await payoutOf(id)).toBe('recorded');
  await look();
  expect(await stepOf(id)).toBe('complete');
});

test('tokens and custody are no destination', async () => {
  const { token } = chain.config('BSC');
  for (const address of [token.address, '0xfafafafafafafafafafafafafafafafafafafafa']) {
    const answer = await withdraw(demo, { chain: 'BSC', address, received: '99.00' });
    expect([address, answer.status]).toEqual([address, 422]);
  }
});
