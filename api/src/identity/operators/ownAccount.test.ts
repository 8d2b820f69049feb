import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Endpoint } from '@trellis/api-contract';
import { type OperatorEndpointName, operatorEndpoints } from '@trellis/api-contract/operator';
import { sqlState } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { depositInSuspense } from '../../testing/deposits.ts';
import { enrolled, loggedIn, type OpsClient, withAccounts } from '../../testing/operators.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { keepAddress, withdrawn } from '../../testing/withdrawals.ts';

/** Olga has every role that does something to members, and demo is her own account. Ann and Ben work with her. */
let app: TestApplication;
let olga: OpsClient;
let ann: OpsClient;
let ben: OpsClient;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication({ rateLimitFactor: 100 });
  const roles = ['support', 'reviewer', 'treasurer', 'admin'] as const;
  [olga, ann, ben] = [
    await loggedIn(app, await enrolled(app, 'olga', roles)),
    await loggedIn(app, await enrolled(app, 'ann', roles)),
    await loggedIn(app, await enrolled(app, 'ben', roles)),
  ];
  demo = await app.logIn('demo');
  await keepAddress(app, 'demo', 'TRON');
  await give(app.database, 'demo', 'usdAvailable', 30_000);
  await app.database.sql(
    `UPDATE member SET google_secret = '\\x00', google_key = '\\x00', google_bound_at = now() WHERE username = 'demo'`,
  );
  await withAccounts(app, (accounts) => accounts.declareMembers('olga', ['demo']));
});
afterAll(() => app.close());

const reason = 'looked at it';
/** What others do to begin with. @throws Error with the answer if it is refused */
async function done(by: OpsClient, path: string, body: object = {}): Promise<Record<string, unknown>> {
  const { status, body: answer, text } = await by.post(path, { reason, ...body });
  if (status >= 300) throw new Error(`${path} was refused: ${text}`);
  return answer;
}
const inquiry = async () =>
  String(
    (await demo.post('/api/v1/inquiries', { type: 'other', text: 'Where?' }, { 'idempotency-key': newKey() })).body.id,
  );
const suspended = () => done(ann, '/members/demo/suspend', { cause: 'securityCheck' });
const restored = () => done(ann, '/members/demo/restore');
const approved = async () => {
  const id = await withdrawn(demo);
  await done(ann, `/withdrawals/${id}/approve`, { revision: 1 });
  return id;
};
const claimed = async () => {
  const id = await approved();
  await ben.post(`/withdrawals/${id}/payout/claim`, { revision: 2, reason });
  return id;
};
let transactions = 0;
const tx = () => (++transactions).toString(16).padStart(64, 'b');
const recorded = async () => {
  const id = await approved();
  await done(ben, `/withdrawals/${id}/payout`, { revision: 2, tx: tx() });
  return id;
};
const correction = { username: 'demo', direction: 'in', amount: '1', cause: 'goodwill' };
const revisionOf = async (id: string) => Number((await ann.get(`/withdrawals/${id}`)).body.revision);

/** Each step that is about a member: what it takes, once everything but whose account it is would let it through. */
const about: Partial<Record<OperatorEndpointName, () => Promise<readonly [path: string, body?: object]>>> = {
  suspendMember: async () => ['/members/demo/suspend', { cause: 'securityCheck' }],
  restoreMember: async () => {
    await suspended();
    return ['/members/demo/restore'];
  },
  changeMemberCountry: async () => ['/members/demo/country', { country: 'KR' }],
  endMemberSessions: async () => ['/members/demo/sessions/end'],
  requestFactorReset: async () => ['/members/demo/factor-resets'],
  askMemberErasure: async () => ['/members/demo/erasure'],
  withdrawFactorReset: async () => {
    const { id } = await done(ann, '/members/demo/factor-resets');
    return [`/factor-resets/${String(id)}/withdraw`];
  },
  answerInquiry: async () => [`/inquiries/${await inquiry()}/messages`, { text: 'Here.' }],
  closeMemberInquiry: async () => [`/inquiries/${await inquiry()}/close`],
  approveWithdrawal: async () => [`/withdrawals/${await withdrawn(demo)}/approve`, { revision: 1 }],
  rejectWithdrawal: async () => [
    `/withdrawals/${await withdrawn(demo)}/reject`,
    { revision: 1, cause: 'addressProblem' },
  ],
  claimPayout: async () => [`/withdrawals/${await approved()}/payout/claim`, { revision: 2 }],
  releasePayoutClaim: async () => {
    const id = await claimed();
    return [`/withdrawals/${id}/payout/claim/release`, { revision: await revisionOf(id) }];
  },
  recordPayout: async () => {
    const id = await approved();
    return [`/withdrawals/${id}/payout`, { revision: await revisionOf(id), tx: tx() }];
  },
  confirmPayout: async () => {
    const id = await recorded();
    return [`/withdrawals/${id}/payout/confirm`, { revision: await revisionOf(id) }];
  },
  voidPayout: async () => {
    const id = await recorded();
    return [`/withdrawals/${id}/payout/void`, { revision: await revisionOf(id) }];
  },
  settlePayout: async () => {
    const id = await recorded();
    return [`/withdrawals/${id}/payout/settle`, { revision: await revisionOf(id) }];
  },
  askDepositRelease: async () => [`/deposits/${await depositInSuspense(app.database, 'demo')}/release`],
  askDepositReturn: async () => [
    `/deposits/${await depositInSuspense(app.database, 'demo')}/return`,
    { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  ],
  holdBonus: async () => ['/bonus/holds', { username: 'demo', cause: 'review' }],
  releaseBonusHold: async () => {
    const { id } = await done(ann, '/bonus/holds', { username: 'demo', cause: 'review' });
    return [`/bonus/holds/${String(id)}/release`];
  },
  askBonusCorrection: async () => ['/bonus/corrections', correction],
  askFeeReturn: async () => {
    const record = newKey();
    await app.database.sql(
      `SELECT post($1::uuid, s.id, $1::uuid::text, '\\x00', 'transfer', jsonb_build_object('sender', s.id::text, 'recipient', r.id::text),
                   ARRAY[s.id * 1000 + 101, r.id * 1000 + 101, 401]::bigint[], ARRAY[-5100000, 5000000, 100000]::bigint[],
                   'transfer', 'USD', 5000000)
         FROM member s, member r WHERE s.username = 'demo' AND r.username = 'hana'`,
      [record],
    );
    return ['/fee-returns', { record }];
  },
  approve: async () => {
    await done(ann, '/bonus/corrections', correction);
    const [request] = await waiting();
    return [`/approvals/${request}`];
  },
  refuseApproval: async () => {
    const [request] = await waiting();
    return [`/approvals/${request}/no`];
  },
};
const waiting = async (): Promise<string[]> =>
  (
    await app.database.sql<{ id: string }>(
      `SELECT id FROM approval WHERE action = 'bonus.correct' AND closed_at IS NULL ORDER BY id DESC`,
    )
  ).map(({ id }) => id);

/** Steps that are about no member, and why what looks like one is none. To look changes nothing, and stands in the audit log. */
const ofNobody: Partial<Record<OperatorEndpointName, string>> = {
  sendDeadMailAgain: 'it goes to whom it was for, and says nothing else',
  dropDeadMail: 'what would go to them, nobody else is kept from',
  lookAgainAtFault: 'a fault of a chain, which is nobody’s alone; the deposit is judged by what the chain says',
  askFaultClosing: 'as above, and it takes two',
};
/** Steps with the product itself, its rules, its releases, its people. */
const ofTheProduct =
  /^\/(?:enrolment|session|release|releases|release-reports|payouts|rates|rules|pools|bonus\/days|terms|announcements|operators|sessions|password)(?:\/|$)/;

const steps = Object.entries<Endpoint>(operatorEndpoints).filter(([, { method }]) => method !== 'GET');
const isKnown = (name: string, path: string): boolean =>
  Object.hasOwn(about, name) || Object.hasOwn(ofNobody, name) || ofTheProduct.test(path);

test('every step of operators is known to be about a member, or about none', () => {
  expect(steps.filter(([name, { path }]) => !isKnown(name, path)).map(([name]) => name)).toEqual([]);
});

test.each(Object.entries(about))('%s is refused about an account of one’s own', async (name, begin) => {
  const [path, body] = await begin();
  const { status, problem } = await olga.post(path, { reason, ...body });
  expect([name, status, problem.code]).toEqual([name, 403, 'approval.own_account']);
  if (name === 'restoreMember') await restored();
});

test('and the product’s own login answers nothing so', async () => {
  const id = await inquiry();
  const answered = app.database
    .sql(
      `INSERT INTO inquiry_message (inquiry, author, operator, text, created_at)
         SELECT ${id}, 'operator', id, 'Here.', now() FROM operator WHERE name = 'olga'`,
    )
    .catch(sqlState);
  expect(await answered).toBe('TA005');
});

test('what waits about their own account is not theirs to approve, and is shown so', async () => {
  await done(ann, '/bonus/corrections', { username: 'demo', direction: 'in', amount: '1', cause: 'goodwill' });
  const yours = async (by: OpsClient) =>
    ((await by.get('/approvals/waiting?domain=bonus')).body.waiting as { yours: boolean }[]).map((each) => each.yours);
  expect([await yours(ben), await yours(olga)]).toEqual([[true], [false]]);
});
