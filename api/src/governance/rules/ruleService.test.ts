import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { enrolled, loggedIn, type OpsAnswer, type OpsClient } from '../../testing/operators.ts';
import { outcomeBy } from '../../testing/outcomes.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Tina is a treasurer, Anna an admin. The clock of process and database is one. */
let app: TestApplication;
let clock: DevelopmentClock;
let tina: OpsClient;
let anna: OpsClient;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('rules'));
  app = await startTestApplication({}, { clock });
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  anna = await loggedIn(app, await enrolled(app, 'anna', ['admin']));
  await openDatabaseClock(app.database.ownerUrl, clock);
});
afterAll(() => app.close());

const set = (who: OpsClient, subject: string, key: string, value: object, more: object = {}): Promise<OpsAnswer> =>
  who.post('/rules', { subject, key, value, reason: 'as agreed', ...more });
const outcomeOf = outcomeBy('state');
const fields = ({ problem }: OpsAnswer): unknown => problem.fields?.map(({ path, code }) => `${path} ${code}`);

interface Listed {
  readonly subject: string;
  readonly settable: boolean;
  readonly form: { readonly required: readonly string[] };
  readonly keys: readonly { key: string; unit: string | null; rules: { id: string; state: string; value: object }[] }[];
}
async function listed(who: OpsClient, subject: string): Promise<Listed> {
  const [result] = (await who.get(`/rules?subject=${subject}`)).body.subjects as Listed[];
  if (!result) throw new Error(`no ${subject}`);
  return result;
}

/** Little alongside what the product began with: more takes two people (ruleProposals.test.ts). */
const limit = { minimum: '1.1', maximum: '4900', dayMaximum: '9800', fee: '0' };

test('what was begun from a rule that is no longer in force is refused, and of two at once one is set', async () => {
  const current = async () =>
    (await listed(tina, 'exchangeFee')).keys[0]?.rules.find(({ state }) => state === 'inForce');
  const inForce = async () => (await current())?.id;
  const fee = (await current())?.value ?? {};
  const base = await inForce();
  const both = await Promise.all([1, 2].map(() => set(tina, 'exchangeFee', 'USDP-USD', fee, { base })));
  expect(both.map(outcomeOf).sort()).toEqual(['inForce', 'rule.changed']);
  expect(outcomeOf(await set(tina, 'exchangeFee', 'USDP-USD', fee, { base }))).toBe('rule.changed');
  expect(outcomeOf(await set(tina, 'exchangeFee', 'USDP-USD', { percent: '50' }, { base }))).toBe('rule.changed');
  const { body } = await tina.get('/rules/history?subject=exchangeFee&key=USDP-USD');
  expect(body.rules as object[]).toHaveLength(2);
  expect(outcomeOf(await set(tina, 'exchangeFee', 'USDP-USD', fee, { base: await inForce() }))).toBe('inForce');
  // What is announced replaces nothing yet: whoever began from what is in force is right.
  const soon = new Date(clock.now().getTime() + 60_000).toISOString();
  const now = await inForce();
  expect(outcomeOf(await set(tina, 'exchangeFee', 'USDP-USD', fee, { base: now, from: soon }))).toBe('coming');
  expect(outcomeOf(await set(tina, 'exchangeFee', 'USDP-USD', { percent: '50' }, { base: now }))).toBe('waiting');
});

test('a limit changes from a moment on, with its history and a row in the audit log', async () => {
  expect(outcomeOf(await set(tina, 'limit', 'transfer-USD', limit))).toBe('inForce');
  const demo = await app.logIn('demo');
  const minimum = async () => (await demo.get('/api/v1/transfers/terms')).body.minimum;
  expect(await minimum()).toEqual({ amount: '1.10', unit: 'USD' });
  const soon = new Date(clock.now().getTime() + 60_000).toISOString();
  const announced = await set(tina, 'limit', 'transfer-USD', { ...limit, minimum: '1.05' }, { from: soon });
  expect(announced.body).toMatchObject({ state: 'coming', from: soon, until: null, setBy: 'operator:tina' });
  expect(outcomeOf(await set(tina, 'limit', 'transfer-USD', limit, { from: soon }))).toBe('rule.taken');
  const transfer = (await listed(tina, 'limit')).keys[0];
  expect([transfer?.key, transfer?.unit, transfer?.rules.map(({ state }) => state)]).toEqual([
    'transfer-USD',
    'USD',
    ['coming', 'inForce'],
  ]);
  expect(transfer?.rules[0]?.value).toEqual({
    minimum: '1.05',
    maximum: '4900.00',
    dayMaximum: '9800.00',
    fee: '0.00',
  });
  expect(await minimum()).toEqual({ amount: '1.10', unit: 'USD' });

  const auditor = await loggedIn(app, await enrolled(app, 'otto', ['auditor']));
  const { body } = await auditor.get('/rules/history?subject=limit&key=transfer-USD&limit=3');
  expect((body.rules as { state: string; reason: string }[]).map((rule) => `${rule.state}: ${rule.reason}`)).toEqual([
    'coming: as agreed',
    'inForce: as agreed',
    'over: as the product began',
  ]);
  const events = (await auditor.get('/audit?limit=9')).body.events as Record<string, unknown>[];
  const [last, before] = events.filter(({ action }) => action === 'rule.set');
  expect(last).toMatchObject({
    actor: 'operator:tina',
    action: 'rule.set',
    subject: 'limit transfer-USD',
    before: { minimum: '1.10' },
    after: { minimum: '1.05', from: soon },
  });
  expect(before).toMatchObject({ before: { minimum: '1.00' }, after: { minimum: '1.10' } });
  expect(outcomeOf(await set(auditor, 'limit', 'transfer-USD', limit))).toBe('auth.forbidden');
});

test('of many at one moment one is set, and each of different moments says whose place it takes', async () => {
  const at = (ms: number): object => ({ from: new Date(clock.now().getTime() + ms).toISOString() });
  const same = at(3_600_000);
  const request = await Promise.all(
    [1, 2, 3, 4].map((n) => set(tina, 'exchangeFee', 'USDP-USD', { percent: `0.27${n}` }, same)),
  );
  expect(request.map(outcomeOf).sort()).toEqual(['coming', 'rule.taken', 'rule.taken', 'rule.taken']);
  await Promise.all(
    [7, 5, 6].map((n) => set(tina, 'exchangeFee', 'USDP-USD', { percent: `0.3${n - 5}` }, at(n * 3_600_000))),
  );
  const { body } = await anna.get('/audit?limit=3');
  const events = body.events as { before: { percent: string }; after: { percent: string } }[];
  // Whatever came first: what is before is never what comes later.
  for (const { before, after } of events) expect(before.percent < after.percent).toBe(true);
});

describe('who sets what', () => {
  test('money is a treasurer’s, security an admin’s, and each sees both', async () => {
    const review = { twoFrom: '500', largeFrom: '5000', many: 3, reviewHours: 48 };
    expect(outcomeOf(await set(tina, 'withdrawalReview', 'all', review))).toBe('auth.forbidden');
    expect(outcomeOf(await set(anna, 'limit', 'transfer-USD', limit))).toBe('auth.forbidden');
    // Whoever sets rates does not say from when on somebody else has to look at them.
    const pair = { maximumAgeSeconds: 60, jumpPercent: '99' };
    expect(outcomeOf(await set(tina, 'ratePair', 'BTC-USD', pair))).toBe('auth.forbidden');
    expect([(await listed(tina, 'ratePair')).settable, (await listed(anna, 'ratePair')).settable]).toEqual([
      false,
      true,
    ]);
    expect([(await listed(tina, 'limit')).settable, (await listed(anna, 'limit')).settable]).toEqual([true, false]);
  });

  test('the form of a subject says what it needs', async () => {
    expect((await listed(tina, 'limit')).form.required).toEqual(['minimum', 'maximum', 'dayMaximum', 'fee']);
  });
});

test.each([
  ['limit', 'transfer-USD', { minimum: '5000' }, ['value.maximum field.range']],
  ['limit', 'transfer-USD', { dayMaximum: '49' }, ['value.dayMaximum field.range']],
  ['limit', 'transfer-USD', { minimum: '0' }, ['value.minimum field.range']],
  ['limit', 'transfer-USD', { minimum: '-1' }, ['value.minimum field.format']],
  ['limit', 'transfer-USD', { minimum: 2 }, ['value.minimum field.type']],
  ['limit', 'transfer-USD', { fee: '0.0000001' }, ['value.fee money.amount_format']],
  ['limit', 'transfer-USD', { more: '1' }, ['value field.unknown']],
  ['limit', 'transfer-RP', {}, ['key field.choice']],
  ['nothing', 'transfer-USD', {}, ['subject field.choice']],
])('%s of %s with %j is refused', async (subject, key, fault, issues) => {
  expect(fields(await set(tina, subject, key, { ...limit, ...fault }))).toEqual(issues);
});

test.each([
  ['exchangeFee', 'USD-USDT', { percent: '100' }],
  ['exchangeFee', 'USD-USDT', { percent: '0.12345' }],
  ['withdrawalFee', 'DOGE-DOGE', { fee: '1' }],
  ['exchangeQuote', 'all', { validSeconds: 0 }],
  ['exchangeQuote', 'all', { validSeconds: 1.5 }],
  ['exchangeQuote', 'all', {}],
  ['ratePair', 'BTC-USD', { maximumAgeSeconds: 60, jumpPercent: '0' }],
  ['withdrawalReview', 'all', { twoFrom: '0', largeFrom: '1', many: 1, reviewHours: 1 }],
  ['action', 'transfer', { needsGoogle: true, code: 'above', above: null, securityLock: true }],
  ['action', 'transfer', { needsGoogle: true, code: 'always', above: '5', securityLock: true }],
  ['action', 'nothing', { needsGoogle: true, code: 'always', above: null, securityLock: true }],
  ['securityLock', 'frozen', { hours: 721 }],
  ['addressBook', 'all', { waitHours: 24, entries: 0 }],
  ['factorReset', 'all', { waitHours: 0, approvalHours: 72 }],
])('%s of %s cannot be %j', async (subject, key, value) => {
  expect(outcomeOf(await set(subject === 'action' ? anna : tina, subject, key, value))).toBe('request.invalid');
});

test('nothing begins in the past, and no reason is no reason', async () => {
  const past = { from: '2020-01-01T00:00:00.000Z' };
  expect(outcomeOf(await set(tina, 'limit', 'transfer-USD', limit, past))).toBe('rule.past');
  expect(outcomeOf(await set(tina, 'limit', 'transfer-USD', limit, { reason: ' ' }))).toBe('request.invalid');
});
