import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approvalActions, type WaitingAction } from '@trellis/api-contract/operator';
import { publishRelease } from '../../delivery/releases/files/publishing.ts';
import { give } from '../../testing/balances.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { depositInSuspense } from '../../testing/deposits.ts';
import { newMember } from '../../testing/members.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, hundred, keepAddress, withdrawn } from '../../testing/withdrawals.ts';
import { changeText } from '../rules/ratio.ts';

/** What a second person sees of a request, to hold against what they know: Ann asks, Ben looks. */
let app: TestApplication;
let ann: OpsClient;
let ben: OpsClient;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication({ rateLimitFactor: 100 });
  const roles = ['support', 'reviewer', 'treasurer', 'admin', 'releases'] as const;
  ann = await loggedIn(app, await enrolled(app, 'ann', roles));
  ben = await loggedIn(app, await enrolled(app, 'ben', roles));
  demo = await app.logIn('demo');
  await keepAddress(app, 'demo', 'TRON');
  await give(app.database, 'demo', 'usdAvailable', 30_000);
  await app.database.sql(
    `UPDATE member SET google_secret = '\\x00', google_key = '\\x00', google_bound_at = now() WHERE username = 'demo'`,
  );
});
afterAll(() => app.close());

const reason = 'looked at it';
/** @throws Error with the answer if it is refused */
async function done(by: OpsClient, path: string, body: object = {}): Promise<void> {
  const { status, text } = await by.post(path, { reason, ...body });
  if (status >= 300) throw new Error(`${path} was refused: ${text}`);
}
/** A payout of 98 USDT that no chain has seen since days, past what keeps it as it is. */
async function oldPayout(change: string): Promise<string> {
  const id = await withdrawn(demo, hundred);
  await done(ann, `/withdrawals/${id}/approve`, { revision: 1 });
  await done(ben, `/withdrawals/${id}/payout`, { revision: 2, tx: newKey().replaceAll('-', '').padEnd(64, 'a') });
  await app.database.sql(
    `SET session_replication_role = 'replica'; UPDATE withdrawal_payout SET ${change} WHERE withdrawal = '${id}';
     RESET session_replication_role`,
  );
  return id;
}
const revisionOf = async (id: string) => Number((await ann.get(`/withdrawals/${id}`)).body.revision);

interface Shown {
  readonly ask: () => Promise<void>;
  readonly before: object | null;
  readonly after: object;
}
const time = expect.stringMatching(/^2\d{3}-\d\d-\d\dT/);
const text = expect.stringMatching(/./);
const ordered = { username: 'demo', amount: '98.00', unit: 'USDT', chain: 'TRON', address: addresses.TRON, tx: text };
const inSuspense = { username: 'demo', usdt: '5.00', chain: 'TRON', sender: expect.stringMatching(/^T\w{33}$/) };

/** Of each kind about money, a member, or going on after a stop. */
const shown: Partial<Record<WaitingAction, Shown>> = {
  'rate.approve': {
    ask: () => done(ann, '/rates', { base: 'USDT', quote: 'USD', rate: '1.9412', source: 'a market' }),
    before: { rate: '1' },
    after: { base: 'USDT', quote: 'USD', rate: '1.9412', source: 'a market', change: '+94.12%' },
  },
  'rule.approve': {
    ask: () =>
      done(ann, '/rules', { subject: 'exchangeFee', key: 'USD-USDT', value: { percent: '9' }, base: undefined }),
    before: { percent: text },
    after: { subject: 'exchangeFee', key: 'USD-USDT', percent: '9' },
  },
  'pool.fund': {
    ask: () => done(ann, '/pools/package/fundings', { direction: 'in', amount: '10' }),
    before: { free: text },
    after: { pool: 'package', amount: '10.00', unit: 'USD', free: text },
  },
  'bonus.correct': {
    ask: () => done(ann, '/bonus/corrections', { username: 'demo', direction: 'in', amount: '1', cause: 'goodwill' }),
    before: null,
    after: { username: 'demo', amount: '1.00', unit: 'USD', cause: 'goodwill' },
  },
  'fee.return': {
    async ask() {
      const record = newKey();
      await app.database.sql(
        `SELECT post($1::uuid, s.id, $1::uuid::text, '\\x00', 'transfer', jsonb_build_object('sender', s.id::text, 'recipient', r.id::text),
                     ARRAY[s.id * 1000 + 101, r.id * 1000 + 101, 401]::bigint[], ARRAY[-5100000, 5000000, 100000]::bigint[],
                     'transfer', 'USD', 5000000)
           FROM member s, member r WHERE s.username = 'demo' AND r.username = 'hana'`,
        [record],
      );
      await done(ann, '/fee-returns', { record });
    },
    before: null,
    after: { username: 'demo', amount: '0.10', unit: 'USD', kind: 'transfer', record: text },
  },
  'deposit.release': {
    ask: async () => done(ann, `/deposits/${await depositInSuspense(app.database, 'demo')}/release`),
    before: null,
    after: inSuspense,
  },
  'deposit.return': {
    ask: async () =>
      done(ann, `/deposits/${await depositInSuspense(app.database, 'demo')}/return`, { address: addresses.TRON }),
    before: null,
    after: { ...inSuspense, address: addresses.TRON },
  },
  'factor_reset.approve': {
    ask: () => done(ann, '/members/demo/factor-resets'),
    before: null,
    after: { username: 'demo', memberSince: time, boundAt: time, lastSeen: time },
  },
  'member.erase': {
    // With nothing on their account.
    ask: async () => done(ann, `/members/${(await newMember(app)).username}/erasure`),
    before: null,
    after: { username: expect.stringMatching(/^fresh\d+$/), memberSince: time },
  },
  'withdrawal.void_payout': {
    async ask() {
      const id = await oldPayout(`recorded_at = now() - interval '30 days'`);
      await done(ann, `/withdrawals/${id}/payout/void`, { revision: await revisionOf(id) });
    },
    before: null,
    after: { ...ordered, withdrawal: text },
  },
  'withdrawal.settle_payout': {
    async ask() {
      const id = await oldPayout(`state = 'mismatched', ordinal = 0, paid = 97000000, fault = 'it paid 97.00 USDT'`);
      await done(ann, `/withdrawals/${id}/payout/settle`, { revision: await revisionOf(id) });
    },
    before: null,
    after: { ...ordered, withdrawal: text, paid: '97.00', fault: 'it paid 97.00 USDT' },
  },
  'payouts.unfreeze': {
    async ask() {
      await done(ben, '/payouts/freeze', { reason: 'odd withdrawals' });
      await done(ann, '/payouts/unfreeze');
    },
    before: null,
    after: { stoppedBy: 'operator:ben', stoppedAt: time, stoppedWhy: 'odd withdrawals' },
  },
  'release.approve_on': {
    async ask() {
      const { folder } = writeBuiltRelease(app.dataDir, { feature: 'team', release: '1.0.0' });
      publishRelease(app.application.releases.store, testReleaseKeys, folder);
      await app.application.releases.activate('team', '1.0.0', { actor: 'test', reason });
      await done(ben, '/releases/team/off', { reason: 'wrong sums' });
      await done(ann, '/releases/team/on');
    },
    before: null,
    after: { feature: 'team', release: '1.0.0', stoppedBy: 'operator:ben', stoppedAt: time, stoppedWhy: 'wrong sums' },
  },
};

test.each(Object.entries(shown) as [WaitingAction, Shown][])('%s', async (action, { ask, before, after }) => {
  await ask();
  const { waiting } = (await ben.get('/approvals/waiting')).body as {
    waiting: { action: string; yours: boolean; before: object | null; after: object }[];
  };
  const request = waiting.find((each) => each.action === action);
  expect(request).toMatchObject({ yours: true, after });
  if (before === null) expect(request?.before).toBeNull();
  else expect(request?.before).toMatchObject(before);
});

/** Of these all that is approved is what they say themselves: texts, names, a release, what a chain or the books found. */
const saysItself: readonly WaitingAction[] = [
  'announcement.publish',
  'terms.publish',
  'operator.invite',
  'operator.roles',
  'operator.restore',
  'release.approve_below_floor',
  'release.approve_lower_floor',
  'chain_fault.close',
];

test('each kind is held to what it shows', () => {
  expect([...Object.keys(shown), ...saysItself].toSorted()).toEqual(approvalActions.toSorted());
});

test('a change is said in percent, and never smaller than it is', () => {
  expect(changeText('100', '110')).toBe('+10.00%');
  expect(changeText('64000', '20000')).toBe('-68.75%');
  expect(changeText('3', '3.000001')).toBe('+0.01%');
  expect(changeText('1/3', '0.5')).toBe('+50.00%');
  expect(changeText('1', '1')).toBe('0.00%');
});
