import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../platform/embedded/processes.ts';
import { startTestApplication, type TestApplication } from '../testing/testApplication.ts';

let app: TestApplication;
let address: string;

beforeAll(async () => {
  const port = await freePort();
  app = await startTestApplication({ metrics: { host: '127.0.0.1', port } });
  address = `http://127.0.0.1:${port}`;
});
afterAll(() => app.close());

const look = async (): Promise<string> => (await fetch(`${address}/metrics`)).text();
/** The value of one sample, by its name and labels as they are written. */
const sampleOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

test('calls are counted by endpoint and status, and postings by their batches', async () => {
  const demo = await app.logIn('demo');
  await demo.get('/api/v1/balances');
  await app.visitor.get('/api/v1/balances');
  await app.visitor.get('/login');
  const transfer = { recipient: 'demoleft', amount: '1.00', unit: 'USD' };
  const key = randomUUID();
  expect((await demo.post('/api/v1/transfers', transfer, { 'idempotency-key': key })).status).toBe(201);
  const text = await look();
  const count = (call: string, status: number) =>
    sampleOf(text, `trellis_call_seconds_count{audience="member",call="${call}",status="${status}"}`);
  expect(count('getBalances', 200)).toBe(1);
  expect(count('getBalances', 401)).toBe(1);
  expect(count('createTransfer', 201)).toBe(1);
  expect(sampleOf(text, 'trellis_call_seconds_count{audience="web",call="page",status="200"}')).toBeGreaterThan(0);
  expect(sampleOf(text, 'trellis_posting_batch_journals_count')).toBe(1);
  // Of nobody in particular.
  for (const word of ['demo', key, 'example.com']) expect(text).not.toContain(word);
});

test('a look asks the database about all processes', async () => {
  const text = await look();
  expect(sampleOf(text, 'trellis_processes{role="jobs"}')).toBe(1);
  expect(sampleOf(text, 'trellis_role_held{role="jobs"}')).toBe(1);
  expect(sampleOf(text, 'trellis_ready')).toBe(1);
  expect(sampleOf(text, 'trellis_pool_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
  expect(sampleOf(text, 'trellis_pool_waiting')).toBe(0);
  for (const none of [
    'withdrawals_overdue',
    'payout_oldest_seconds',
    'deposits_in_suspense',
    'chain_faults_open',
    'mails_dead',
  ])
    expect([none, sampleOf(text, `trellis_${none}`)]).toEqual([none, 0]);
  expect(sampleOf(text, 'trellis_queue_waiting{queue="seal"}')).toBeGreaterThanOrEqual(0);
  expect(sampleOf(text, 'trellis_payouts_frozen')).toBe(0);
  expect(Math.abs(sampleOf(text, 'trellis_clock_ahead_seconds') ?? Number.NaN)).toBeLessThan(5);
  expect(text).not.toMatch(/trellis_measure_unread\{.*\} 1/);
});

test('what has a release is live until it is switched off, and again when it is on', async () => {
  const live = async (feature: string) => sampleOf(await look(), `trellis_feature_live{feature="${feature}"}`);
  const step = (action: string, release: string | null) =>
    app.database.sql(
      `INSERT INTO release_event (feature, action, release, actor, reason) VALUES ('team', $1, $2, 'test', 'for the metrics')`,
      [action, release],
    );
  await step('publish', '1.0.0-a');
  expect(await live('team')).toBeUndefined();
  for (const [action, release, value] of [
    ['activate', '1.0.0-a', 1],
    ['off', null, 0],
    ['rollback', '1.0.0-a', 0],
    ['on', null, 1],
  ] as const) {
    await step(action, release);
    expect([action, await live('team')]).toEqual([action, value]);
  }
});

test('nobody has the role, and a process is not ready', async () => {
  await app.database.sql('ALTER TABLE role_lease RENAME TO role_lease_away');
  try {
    await app.database.sql('CREATE VIEW role_lease AS SELECT * FROM role_lease_away WHERE false');
    await app.database.sql('GRANT SELECT ON role_lease TO trellis_app');
    expect(sampleOf(await look(), 'trellis_role_held{role="jobs"}')).toBe(0);
  } finally {
    await app.database.sql('DROP VIEW IF EXISTS role_lease');
    await app.database.sql('ALTER TABLE role_lease_away RENAME TO role_lease');
  }
  await app.database.sql('ALTER FUNCTION readiness RENAME TO readiness_away');
  try {
    expect(sampleOf(await look(), 'trellis_ready')).toBe(0);
  } finally {
    await app.database.sql('ALTER FUNCTION readiness_away RENAME TO readiness');
  }
  expect(sampleOf(await look(), 'trellis_ready')).toBe(1);
});

test('what cannot be asked is said, and the rest is there', async () => {
  await app.database.sql('ALTER TABLE payout_freeze RENAME TO payout_freeze_away');
  try {
    const text = await look();
    expect(sampleOf(text, 'trellis_measure_unread{measure="payouts_frozen"}')).toBe(1);
    expect(sampleOf(text, 'trellis_payouts_frozen')).toBeUndefined();
    expect(sampleOf(text, 'trellis_processes{role="jobs"}')).toBe(1);
  } finally {
    await app.database.sql('ALTER TABLE payout_freeze_away RENAME TO payout_freeze');
  }
});

test('a port that another process has keeps nobody from serving members', async () => {
  const second = await startTestApplication({ metrics: { host: '127.0.0.1', port: Number(new URL(address).port) } });
  expect((await second.visitor.get('/healthz')).status).toBe(200);
  await second.close();
});

test('there is nothing else at that address, and no metrics where members are', async () => {
  expect((await fetch(`${address}/`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  expect(await (await fetch(`${app.origin}/metrics`)).text()).not.toContain('trellis_call_seconds');
});
