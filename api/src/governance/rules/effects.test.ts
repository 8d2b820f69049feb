import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { bindGoogle, type Phone } from '../../testing/authenticator.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress, withdraw } from '../../testing/withdrawals.ts';

/**
 * Each rule does what it says: what the product did before goes on until the rule begins, and then it does the other.
 * Hana has an authenticator; Tina is a treasurer, Anna and Abel are admins, Sue and Sam are support.
 */
let app: TestApplication;
let hana: Client;
let phone: Phone;
let tina: OpsClient;
let theo: OpsClient;
let anna: OpsClient;
let abel: OpsClient;
let sue: OpsClient;
let sam: OpsClient;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
  hana = await app.logIn('hana');
  phone = await bindGoogle(app, hana, 'hana@example.com');
  const operator = async (name: string, role: 'treasurer' | 'admin' | 'support') =>
    loggedIn(app, await enrolled(app, name, [role]));
  tina = await operator('tina', 'treasurer');
  theo = await operator('theo', 'treasurer');
  anna = await operator('anna', 'admin');
  abel = await operator('abel', 'admin');
  sue = await operator('sue', 'support');
  sam = await operator('sam', 'support');
  hana = app.visitor.after(
    await app.visitor.post('/api/v1/session', { username: 'hana', password: demoPassword, code: phone.code() }),
  );
  await give(app.database, 'hana', 'usdAvailable', 5_000);
  await keepAddress(app, 'hana', 'TRON');
});
afterAll(() => app.close());

/** Longer than a code takes, and all of them together shorter than an operator may do nothing. */
const noticeMs = 45_000;
const announce = async (who: OpsClient, subject: string, key: string, value: object): Promise<void> => {
  const from = new Date(app.clock.now().getTime() + noticeMs).toISOString();
  const { status, text, body } = await who.post('/rules', { subject, key, value, from, reason: 'announced' });
  if (status !== 200) throw new Error(text);
  if (body.state !== 'waiting') return;
  const approved = await (who === tina ? theo : abel).approve('rule.approve', body.id);
  if (approved.status !== 200) throw new Error(approved.text);
};
/** In hours from now, to a tenth. */
const hoursTo = (time: unknown): number =>
  Math.round((Date.parse(String(time)) - app.clock.now().getTime()) / 360_000) / 10;

const quote = async () => {
  const { body } = await hana.post('/api/v1/exchanges/quotes', { from: 'USD', to: 'USDT', amount: '10' });
  return body as { validSeconds: number; feePercent: string; expiresAt: string };
};
const terms = async () =>
  (await hana.get('/api/v1/withdrawals/terms')).body as {
    payouts: { asset: string; chain: string; fee: object }[];
    reviewHours: number;
  };
let kept = 0;
const added = async () => {
  kept += 1;
  await app.database.sql(`UPDATE book_address SET removed_at = now() WHERE chain = 'BTC' AND removed_at IS NULL`);
  return hana.post('/api/v1/addresses', {
    chain: 'BTC',
    address: addresses.BTC,
    label: `cold ${kept}`,
    code: phone.code(),
  });
};
const withdrawn = async () => {
  const { body, text } = await withdraw(hana, { amount: '100', received: await received(), code: phone.code() });
  if (body.id === undefined) throw new Error(text);
  const [row] = await app.database.sql<{ approvals: number; large: boolean; many: boolean; deadline_at: Date }>(
    `SELECT approvals, 'large' = ANY (risks) AS large, 'velocity' = ANY (risks) AS many, deadline_at FROM withdrawal WHERE id = $1`,
    [body.id],
  );
  return row;
};
const received = async () => {
  const { body } = await hana.get('/api/v1/withdrawals/quote?unit=USD&amount=100&asset=USDT&chain=TRON');
  return (body.received as { amount: string }).amount;
};
const reset = async () => (await sue.post('/members/hana/factor-resets', { reason: 'phone lost' })).body;
const stopped = ({ id }: Record<string, unknown>) => sue.post(`/factor-resets/${id}/withdraw`, { reason: 'found' });

interface Effect {
  readonly subject: string;
  readonly key: string;
  readonly value: object;
  readonly by: () => OpsClient;
  readonly read: () => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}
const treasurer = (): OpsClient => tina;
const admin = (): OpsClient => anna;

const effects: readonly Effect[] = [
  {
    subject: 'exchangeQuote',
    key: 'all',
    value: { validSeconds: 45 },
    by: treasurer,
    read: async () => {
      const { validSeconds, expiresAt } = await quote();
      return [validSeconds, Math.round((Date.parse(expiresAt) - app.clock.now().getTime()) / 1000)];
    },
    before: [30, 30],
    after: [45, 45],
  },
  {
    subject: 'exchangeFee',
    key: 'USD-USDT',
    value: { percent: '0.25' },
    by: treasurer,
    read: async () => (await quote()).feePercent,
    before: '0.1',
    after: '0.25',
  },
  {
    subject: 'withdrawalFee',
    key: 'USDT-TRON',
    value: { fee: '3.5' },
    by: treasurer,
    read: async () => (await terms()).payouts.find(({ chain }) => chain === 'TRON')?.fee,
    before: { amount: '2.00', unit: 'USDT' },
    after: { amount: '3.50', unit: 'USDT' },
  },
  {
    subject: 'withdrawalReview',
    key: 'all',
    value: { twoFrom: '100', largeFrom: '100', many: 1, reviewHours: 48 },
    by: admin,
    read: async () => {
      const row = await withdrawn();
      return [
        row?.approvals,
        row?.large,
        row?.many,
        hoursTo(row?.deadline_at?.toISOString()),
        (await terms()).reviewHours,
      ];
    },
    before: [1, false, false, 72, 72],
    after: [2, true, true, 48, 48],
  },
  {
    subject: 'ratePair',
    key: 'USDT-USD',
    value: { maximumAgeSeconds: 3600, jumpPercent: '50' },
    by: admin,
    read: async () => {
      const { body } = await tina.get('/rates');
      const [pair] = body.pairs as { maximumAgeSeconds: number | null; jumpPercent: string }[];
      const set = { base: 'USDT', quote: 'USD', rate: '1.3', source: 'somewhere', reason: 'try' };
      const from = new Date(app.clock.now().getTime() + 3_600_000 + kept++).toISOString();
      return [pair?.maximumAgeSeconds, pair?.jumpPercent, (await tina.post('/rates', { ...set, from })).body.jumps];
    },
    before: [null, '0.5', true],
    after: [3600, '50', false],
  },
  {
    subject: 'addressBook',
    key: 'all',
    value: { waitHours: 2, entries: 2 },
    by: admin,
    read: async () => hoursTo((await added()).body.usableFrom),
    before: 24,
    after: 2,
  },
  {
    subject: 'factorReset',
    key: 'all',
    value: { waitHours: 100, approvalHours: 5 },
    by: admin,
    read: async () => {
      const request = await reset();
      await sam.approve('factor_reset.approve', request.id);
      const shown = (await hana.get('/api/v1/security')).body.factorReset as { dueAt: string };
      await stopped(request);
      return [hoursTo(request.expiresAt), hoursTo(shown.dueAt)];
    },
    before: [72, 72],
    after: [5, 100],
  },
  {
    subject: 'action',
    key: 'depositAddress',
    value: { needsGoogle: false, code: 'never', above: null, securityLock: false },
    by: admin,
    read: async () =>
      ((await hana.get('/api/v1/security')).body.actions as Record<string, { factor: string }>).depositAddress?.factor,
    before: 'google',
    after: 'none',
  },
];

describe('from when it begins, and not before', () => {
  test.each(effects.map((effect) => [effect.subject, effect] as const))('%s', async (_name, effect) => {
    const { subject, key, value, by, read, before, after } = effect;
    await announce(by(), subject, key, value);
    expect(await read()).toEqual(before);
    app.clock.advance(noticeMs);
    expect(await read()).toEqual(after);
  });
});

test('addressBook: as many as the rule says', async () => {
  expect((await added()).status).toBe(200);
  const third = { chain: 'BSC', address: addresses.BSC, label: 'third', code: phone.code() };
  expect((await hana.post('/api/v1/addresses', third)).problem.code).toBe('withdrawal.address_book_full');
});

test('factorReset: the database enforces the time that the rule says', async () => {
  const request = await reset();
  const now = `'${app.clock.now().toISOString()}'::timestamptz`;
  const due = (hours: number) =>
    app.database.sql(`DO $$ BEGIN
      INSERT INTO approval_given (approval, actor, reason, at)
        SELECT id, 'operator:sam', 'why', ${now} FROM approval WHERE action = 'factor_reset.approve' AND subject = '${request.id}';
      UPDATE factor_reset SET due_at = ${now} + interval '${hours} hours' WHERE id = ${request.id};
    END $$`);
  await expect(due(99)).rejects.toMatchObject({ code: '23514' });
  await expect(due(100)).resolves.toEqual([]);
  await stopped(request);
});

test('factorReset: who shortens it has no use of that for three days', async () => {
  await announce(admin(), 'factorReset', 'all', { waitHours: 1, approvalHours: 5 });
  app.clock.advance(noticeMs);
  const waits = async (days: number) => {
    const [row] = await app.database.sql<{ hours: number }>(
      'SELECT extract(epoch FROM factor_reset_wait_at($1))::integer / 3600 AS hours',
      [new Date(app.clock.now().getTime() + days * 86_400_000)],
    );
    return row?.hours;
  };
  expect([await waits(0), await waits(2.9), await waits(3)]).toEqual([100, 100, 1]);
});

// Last, for it locks what the others do.
test('securityLock: the cause’s own hours', async () => {
  await announce(anna, 'securityLock', 'password_changed', { hours: 5 });
  app.clock.advance(noticeMs);
  const changed = await hana.post('/api/v1/security/password', {
    oldPassword: demoPassword,
    password: 'plum-Kettle-94-orbit',
    passwordAgain: 'plum-Kettle-94-orbit',
    code: phone.code(),
  });
  expect(hoursTo(changed.body.lockedUntil)).toBe(5);
});
