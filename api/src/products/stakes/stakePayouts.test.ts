import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { parseAmount } from '@trellis/api-contract';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { demoPassword } from '../../development/demo/team.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { systemAccount } from '../../ledger/accounts.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database } from '../../platform/db/database.ts';
import { balanceOf, balancesOf, give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient, type TestOperator } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { outcomeBy } from '../../testing/outcomes.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { daysOn, stakePoolHolds } from '../../testing/stakes.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress } from '../../testing/withdrawals.ts';

/** Rita and Rolf review, Tina and Theo pay. The clock of process and database is one. Each test has a member of its own. */
let app: TestApplication;
let clock: DevelopmentClock;
let database: Database;
let people: readonly TestOperator[];
let rita: OpsClient;
let rolf: OpsClient;
let tina: OpsClient;
let theo: OpsClient;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('stake-payouts'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 4 });
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  people = [
    await enrolled(app, 'rita', ['reviewer']),
    await enrolled(app, 'rolf', ['reviewer']),
    await enrolled(app, 'tina', ['treasurer']),
    await enrolled(app, 'theo', ['treasurer']),
  ];
  await logIn();
  await setRule(app.database, 'productSale', 'stake', { open: true, closedIn: '' });
  // Their codes have put the clock of the process forward: stakes are sold by that of the database.
  await putForward(database, clock, 0);
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** Again after a term, when nobody is logged in any more. */
async function logIn(): Promise<void> {
  const clients: OpsClient[] = [];
  for (const one of people) clients.push(await loggedIn(app, one));
  [rita, rolf, tina, theo] = clients as [OpsClient, OpsClient, OpsClient, OpsClient];
}

const usd = (units: number): bigint => BigInt(units) * 1_000_000n;
const outcomeOf = outcomeBy('step');
let lastTx = 0;
function newTx(): string {
  lastTx += 1;
  return lastTx.toString(16).padStart(64, '0');
}

interface Own {
  readonly id: string;
  readonly payouts: readonly { readonly id: string }[];
}
/** The only stake of a member, after all that is due of theirs. */
async function onlyOf(member: Client): Promise<Own> {
  const { stakes } = (await member.get('/api/v1/stakes')).body as { stakes: Own[] };
  expect(stakes).toHaveLength(1);
  return stakes[0] as Own;
}

/**
 * A stake of so many CP whose term is over, after what was chosen for its end. Its member has nothing else.
 * @returns its withdrawal, too, which waits for its review
 */
async function appliedFor(username: string, cp: number, choice: object) {
  await stakePoolHolds(app.database, usd(1_000));
  await keepAddress(app, username, 'BSC');
  const { usdAvailable } = await balancesOf(app.database, username);
  await give(app.database, username, 'usdAvailable', cp - Number(usdAvailable / 1_000_000n));
  const member = await app.logIn(username);
  const order = { cp: String(cp), shownRate: '1.0000', shownReward: '0', choice: { acceptsFrom: '0', ...choice } };
  const began = await member.post('/api/v1/stakes', order, { 'idempotency-key': newKey() });
  expect(began.status).toBe(201);
  await daysOn(database, clock, 90);
  // Sessions have ended meanwhile.
  member.keep(await app.visitor.post('/api/v1/session', { username, password: demoPassword }));
  await logIn();
  const { id, payouts } = await onlyOf(member);
  return { member, stake: id, withdrawal: String(payouts[0]?.id) };
}

const approve = (who: OpsClient, id: string, revision: number) =>
  who.post(`/withdrawals/${id}/approve`, { revision, reason: 'looked at it' });
const reject = (who: OpsClient, id: string, revision: number) =>
  who.post(`/withdrawals/${id}/reject`, { revision, cause: 'securityCheck', reason: 'not the owner who asked' });
const record = (who: OpsClient, id: string, revision: number) =>
  who.post(`/withdrawals/${id}/payout`, { revision, tx: newTx(), reason: 'sent from custody' });
const confirm = (who: OpsClient, id: string, revision: number) =>
  who.post(`/withdrawals/${id}/payout/confirm`, { revision, reason: 'seen in the explorer' });
const queued = async (query: string): Promise<unknown[]> =>
  ((await rita.get(`/withdrawals?${query}`)).body.withdrawals as { id: string }[]).map(({ id }) => id);

test('all of a stake goes through the queue like any withdrawal, and once it is paid the stake has ended', async () => {
  const { member, stake, withdrawal } = await appliedFor('jisoo', 500, { option: 3, address: addresses.BSC });
  // 500 with 4 % for 90 days of 365.
  expect((await rita.get(`/withdrawals/${withdrawal}`)).body).toMatchObject({
    username: 'jisoo',
    origin: 'stake_close',
    stake,
    amount: { amount: '504.931506', unit: 'USD' },
    approvalsNeeded: 1,
  });
  expect(await queued('origin=stake_close')).toEqual([withdrawal]);
  expect(await queued('step=review&origin=stake_close')).toEqual([withdrawal]);
  expect(await queued('origin=stake_profit')).toEqual([]);
  expect((await rita.get('/withdrawals?origin=package')).problem.code).toBe('request.invalid');
  const listed = await ops(app, 'listWithdrawalQueue', '--origin', 'stake_close');
  expect(listed).toMatchObject({ withdrawals: [{ id: withdrawal, origin: 'stake_close', stake }] });

  const held = await balanceOf(app.database, systemAccount('usdCustody'));
  expect(outcomeOf(await approve(rita, withdrawal, 1))).toBe('approved');
  expect(outcomeOf(await record(tina, withdrawal, 2))).toBe('approved');
  expect(outcomeOf(await confirm(tina, withdrawal, 2))).toBe('approval.second_person');
  expect((await rita.get(`/stakes/${stake}`)).body).toMatchObject({ state: 'applied', maturesOn: null });
  expect(outcomeOf(await confirm(theo, withdrawal, 2))).toBe('complete');

  expect(await onlyOf(member)).toMatchObject({ id: stake, status: 'ended', termination: 'terminated', payouts: [] });
  expect((await rita.get(`/stakes/${stake}`)).body).toMatchObject({
    state: 'ended',
    payouts: [],
    withdrawals: [{ id: withdrawal, origin: 'stake_close', status: 'approved', step: 'complete' }],
  });
  const balances = await balancesOf(app.database, 'jisoo');
  expect([balances.usdAvailable, balances.usdPending, balances.cpPrincipal]).toEqual([0n, 0n, 0n]);
  // Without the fee, which the platform keeps.
  const { fee } = (await rita.get(`/withdrawals/${withdrawal}`)).body as { fee: { amount: string } };
  const left = 504_931_506n - (parseAmount(fee.amount, 'USDT') ?? 0n);
  expect((await balanceOf(app.database, systemAccount('usdCustody'))) - held).toBe(left);
});

test('of a large one two people approve, and a no after the first of them leaves the stake unlocked as it stood', async () => {
  const { member, stake, withdrawal } = await appliedFor('yuna', 2_000, { option: 3, address: addresses.BSC });
  expect((await approve(rita, withdrawal, 1)).body).toMatchObject({ step: 'review', approvalsNeeded: 2 });
  expect(outcomeOf(await approve(rita, withdrawal, 2))).toBe('approval.second_person');
  expect(outcomeOf(await reject(rolf, withdrawal, 2))).toBe('ended');
  expect(outcomeOf(await approve(rolf, withdrawal, 3))).toBe('withdrawal.wrong_step');
  expect(await onlyOf(member)).toMatchObject({
    status: 'ongoing',
    unlocked: true,
    termination: 'none',
    cp: { amount: '2000.00' },
    reward: { amount: '19.726027' },
    term: 1,
    choice: null,
    payouts: [],
  });
  const balances = await balancesOf(app.database, 'yuna');
  expect([balances.usdAvailable, balances.usdPending, balances.cpPrincipal]).toEqual([0n, 0n, usd(2_000)]);

  // Chosen again, it is applied for again, and this time two people approve.
  const chosen = { option: 3, address: addresses.BSC, acceptsFrom: '0' };
  await member.post(`/api/v1/stakes/${stake}/choice`, chosen, { 'idempotency-key': newKey() });
  const again = String((await onlyOf(member)).payouts[0]?.id);
  expect(outcomeOf(await approve(rita, again, 1))).toBe('review');
  expect(outcomeOf(await record(tina, again, 2))).toBe('withdrawal.wrong_step');
  expect(outcomeOf(await approve(rolf, again, 2))).toBe('approved');
  await record(tina, again, 3);
  expect(outcomeOf(await confirm(theo, again, 3))).toBe('complete');
  const { body } = await rita.get(`/stakes/${stake}`);
  expect(body).toMatchObject({
    state: 'ended',
    withdrawals: [
      { id: again, step: 'complete' },
      { id: withdrawal, step: 'ended' },
    ],
  });
  expect((body.events as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'paid',
    'applied',
    'chosen',
    'returned',
    'applied',
    'chosen',
    'started',
  ]);
});

test('profit is paid out alongside a stake that goes on, and a no leaves it in the balance', async () => {
  const profit = { option: 2, payTo: 'address', address: addresses.BSC };
  const { member, stake, withdrawal } = await appliedFor('ren', 5_000, profit);
  expect(await queued('origin=stake_profit')).toEqual([withdrawal]);
  expect((await rita.get(`/withdrawals/${withdrawal}`)).body).toMatchObject({
    stake,
    amount: { amount: '49.315068' },
    approvalsNeeded: 1,
  });
  await approve(rita, withdrawal, 1);
  await record(tina, withdrawal, 2);
  expect(outcomeOf(await confirm(theo, withdrawal, 2))).toBe('complete');
  expect(await onlyOf(member)).toMatchObject({ term: 2, status: 'ongoing', cp: { amount: '5000.00' }, payouts: [] });
  expect((await balancesOf(app.database, 'ren')).usdAvailable).toBe(0n);

  const other = await appliedFor('xinyi', 5_000, profit);
  expect(outcomeOf(await reject(rita, other.withdrawal, 1))).toBe('ended');
  expect(await onlyOf(other.member)).toMatchObject({ term: 2, status: 'ongoing', payouts: [] });
  expect((await balancesOf(app.database, 'xinyi')).usdAvailable).toBe(49_315_068n);
});
