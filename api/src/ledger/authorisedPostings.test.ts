import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { journalKinds } from '@trellis/api-contract';
import { Database } from '../platform/db/database.ts';
import { give, moneyState } from '../testing/balances.ts';
import { sqlOutcome } from '../testing/outcomes.ts';
import { withLimits } from '../testing/rules.ts';
import { startTestApplication, type TestApplication } from '../testing/testApplication.ts';
import { giveWithdrawal } from '../testing/withdrawals.ts';

// Somebody has the application's login, and says to the database what they like.
let app: TestApplication;
let database: Database;
let demo: number;
let hana: number;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2 });
  const ids = await database.rows<{ id: string }>(
    `SELECT id FROM member WHERE username IN ('demo', 'hana') ORDER BY username`,
  );
  [demo, hana] = ids.map(({ id }) => Number(id)) as [number, number];
  await give(app.database, 'demo', 'usdtAvailable', 100);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const denied = '42501';
const million = 1_000_000;

type Legs = readonly (readonly [account: number, amount: number])[];
interface Journal {
  readonly kind: string;
  readonly owner: number;
  readonly legs: Legs;
  readonly limit?: readonly [operation: string, unit: string, amount: number];
  readonly key?: string;
}

const common = ({ owner, key = randomUUID(), kind }: Journal) => [owner, key, kind];
const array = (values: readonly number[]): string => `{${values.join(',')}}`;
const rank = ([account]: Legs[number]): number => (account < 1000 ? account + 1e15 : account);
const inOrder = (legs: Legs): Legs => [...legs].sort((one, other) => rank(one) - rank(other));
const accountsOf = (legs: Legs): string => array(inOrder(legs).map(([account]) => account));
const amountsOf = (legs: Legs): string => array(inOrder(legs).map(([, amount]) => amount));

const post = (journal: Journal): Promise<unknown> =>
  sqlOutcome(
    database.rows(
      `SELECT * FROM post(gen_random_uuid(), $1, $2, '\\x00', $3, '{}', $4::bigint[], $5::bigint[], $6, $7, $8)`,
      [...common(journal), accountsOf(journal.legs), amountsOf(journal.legs), ...(journal.limit ?? [null, null, null])],
    ),
  );
/** @returns how many of one the batch has posted */
const batch = async (journal: Journal): Promise<number> =>
  (
    await database.rows(
      `SELECT unnest(places) FROM post_transfers(ARRAY[gen_random_uuid()], ARRAY[$1::bigint], ARRAY[$2], ARRAY['\\x00'::bytea], ARRAY[$3],
         ARRAY['{}'::jsonb], ARRAY[$4], ARRAY[$5], ARRAY[$6::bigint], array_fill(1, ARRAY[$9::int]), $7::bigint[],
         $8::bigint[], ARRAY[NULL::bigint])`,
      [
        ...common(journal),
        ...(journal.limit ?? [null, null, null]),
        accountsOf(journal.legs),
        amountsOf(journal.legs),
        journal.legs.length,
      ],
    )
  ).length;

const usd = (member: number): number => member * 1000 + 101;
const transfer = (more: Partial<Journal> = {}): Journal => ({
  kind: 'transfer',
  owner: demo,
  legs: [
    [usd(demo), -5 * million],
    [usd(hana), 5 * million],
  ],
  limit: ['transfer', 'USD', 5 * million],
  ...more,
});

let before: object;
beforeEach(async () => {
  before = await moneyState(app.database);
});
const nothingMoved = async (): Promise<void> => expect(await moneyState(app.database)).toEqual(before);

describe('a transfer', () => {
  test('of one member to another is posted with the fee of the rule and no other, alone and in a batch', async () => {
    const withFee = transfer({
      legs: [
        [usd(demo), -6 * million],
        [usd(hana), 5 * million],
        [401, million],
      ],
    });
    const taken = async (each: Journal) => [await post(each), await batch(each)];
    const terms = {
      operation: 'transfer',
      minimum: million,
      maximum: 5_000 * million,
      dayMaximum: 10_000 * million,
    } as const;
    expect([await taken(transfer()), await taken(withFee)]).toEqual([
      ['done', 1],
      [denied, 0],
    ]);
    await withLimits(app.database, [{ ...terms, fee: million }], async () => {
      expect([await taken(withFee), await taken(transfer())]).toEqual([
        ['done', 1],
        [denied, 0],
      ]);
    });
  });

  const others: [string, () => Partial<Journal>][] = [
    [
      'out of custody',
      () => ({
        legs: [
          [usd(hana), 5 * million],
          [201, -5 * million],
        ],
      }),
    ],
    [
      "out of custody in the platform's name",
      () => ({
        owner: 0,
        legs: [
          [usd(hana), 5 * million],
          [201, -5 * million],
        ],
      }),
    ],
    [
      'out of fees',
      () => ({
        legs: [
          [usd(hana), 5 * million],
          [401, -5 * million],
        ],
      }),
    ],
    [
      "out of fees in the platform's name",
      () => ({
        owner: 0,
        legs: [
          [usd(hana), 5 * million],
          [401, -5 * million],
        ],
      }),
    ],
    [
      'out of fees alongside an honest one',
      () => ({
        legs: [
          [usd(demo), -5 * million],
          [usd(hana), 6 * million],
          [401, -million],
        ],
      }),
    ],
    [
      'alongside a move of another unit',
      () => ({
        legs: [
          [usd(demo), -5 * million],
          [demo * 1000 + 111, -million],
          [usd(hana), 5 * million],
          [411, million],
        ],
      }),
    ],
    ["of somebody else's money", () => ({ owner: hana })],
    ['without a limit', () => ({ limit: undefined as never })],
    ['counted as less than it is', () => ({ limit: ['transfer', 'USD', million] })],
    ['counted against another limit', () => ({ limit: ['exchange', 'USD', 5 * million] })],
    [
      'to a pending account',
      () => ({
        legs: [
          [usd(demo), -5 * million],
          [hana * 1000 + 102, 5 * million],
        ],
      }),
    ],
    [
      'to oneself, as another kind of account',
      () => ({
        legs: [
          [usd(demo), -5 * million],
          [demo * 1000 + 102, 5 * million],
        ],
      }),
    ],
    [
      'to a pool',
      () => ({
        legs: [
          [usd(demo), -5 * million],
          [601, 5 * million],
        ],
      }),
    ],
    [
      'to nobody',
      () => ({
        legs: [
          [usd(demo), -5 * million],
          [401, 5 * million],
        ],
      }),
    ],
  ];
  test.each(others)('%s is refused, and left alone by a batch', async (_name, more) => {
    const made = transfer(more());
    expect(await post(made)).toBe(denied);
    expect(await batch(made)).toBe(0);
    await nothingMoved();
  });
});

describe('no other kind', () => {
  test.each(Object.keys(journalKinds))('takes out of custody: %s', async (kind) => {
    for (const limit of [undefined, ['transfer', 'USD', 5 * million] as const]) {
      const legs: Legs = [
        [usd(hana), 5 * million],
        [201, -5 * million],
      ];
      const made: Journal = { kind, owner: hana, legs, ...(limit && { limit }) };
      expect(await post(made)).toBe(denied);
      expect(await batch(made)).toBe(0);
    }
    await nothingMoved();
  });

  test.each([
    [`post_journal(gen_random_uuid(), 1, 'k', '\\x00', 'opening', '{}', '{}', '{}', NULL, NULL, NULL)`],
    [`reverse_journal(gen_random_uuid(), 1, 'k', '\\x00', 'reversal', '{}', gen_random_uuid())`],
    [`is_authorised_posting(1, 'k', 'transfer', '{}', '{}', NULL, NULL, NULL)`],
  ])('is to be called by the application: %s', async (call) => {
    expect(await sqlOutcome(database.rows(`SELECT ${call}`))).toBe(denied);
  });

  test('is an exchange but an exchange', async () => {
    const call = `SELECT post_exchange(gen_random_uuid(), 1, 'k', '\\x00', 'deposit', '{}', gen_random_uuid(), now())`;
    expect(await sqlOutcome(database.rows(call))).toBe(denied);
  });
});

describe('a deposit', () => {
  const tx = 'ab'.repeat(32);
  const name = `BSC ${tx} 3`;
  const usdt = 100 * million;
  const credit = (more: Partial<Journal> = {}, source = 211, credited = usdt): Journal => ({
    kind: 'deposit',
    owner: hana,
    key: `deposit ${name}`,
    legs: [
      [usd(hana), credited],
      [source, -usdt],
      [701, -credited],
      [711, usdt],
    ],
    ...more,
  });
  const inSuspense: () => Journal = () => ({
    kind: 'deposit_aside',
    owner: hana,
    key: `deposit aside ${name}`,
    legs: [
      [211, -usdt],
      [811, usdt],
    ],
  });

  test('that is on record nowhere is not credited, and not reserved', async () => {
    expect(await post(credit())).toBe(denied);
    expect(await post(inSuspense())).toBe(denied);
    await nothingMoved();
  });

  test('that is on record is credited as it stands there: to whom, how much, under its name, once', async () => {
    await database.rows(
      `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account,
         member_id, units, usdt, usd, fee, rate, minimum, state, recorded_at)
       SELECT 'BSC', decode(repeat('00', 20), 'hex'), decode($1, 'hex'), 3, 1, decode($1, 'hex'), now(),
              decode(repeat('00', 20), 'hex'), decode(repeat('00', 20), 'hex'), $2, 1, $3, $3, 0, r.id, 1,
              'held_unverified', now()
         FROM market_rate r JOIN rate_pair p ON p.id = r.pair WHERE p.base = 'USDT' ORDER BY r.id LIMIT 1`,
      [tx, hana, usdt],
    );
    const refused: Journal[] = [
      credit({ owner: demo }),
      credit({ key: `deposit ${name} ` }),
      credit({ key: `deposit BSC ${tx} 4` }),
      credit({ key: `again ${name}` }),
      credit({}, 811),
      credit({}, 211, 2 * usdt),
      credit({ limit: ['transfer', 'USD', usdt] }),
      { ...inSuspense(), key: `deposit ${name}` },
      {
        ...inSuspense(),
        legs: [
          [211, -2 * usdt],
          [811, 2 * usdt],
        ],
      },
    ];
    for (const journal of refused) expect([journal, await post(journal)]).toEqual([journal, denied]);
    await nothingMoved();
    expect(await post(inSuspense())).toBe('done');
    expect(await post(credit())).toBe(denied);
    expect(await post(credit({}, 811))).toBe('done');
    const after = await moneyState(app.database);
    // Under its name it is a replay.
    expect(await post(credit({}, 811))).toBe('done');
    expect(await moneyState(app.database)).toEqual(after);
  });
  test.each([
    ['of another pair', `p.base <> 'USDT'`, 0],
    ['and with a fee that no rule says', `p.base = 'USDT'`, 1],
  ])('is not credited at a rate %s', async (_what, pair, fee) => {
    const ordinal = 5 + fee;
    const [row] = await app.database.sql<{ usd: string }>(
      `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account,
         member_id, units, usdt, usd, fee, rate, minimum, state, recorded_at)
       SELECT 'BSC', decode(repeat('00', 20), 'hex'), decode($1, 'hex'), $5, 1, decode($1, 'hex'), now(),
              decode(repeat('00', 20), 'hex'), decode(repeat('00', 20), 'hex'), $2, 1, $3::bigint,
              div(($3::bigint - $4::bigint)::numeric * r.numerator, r.denominator), $4::bigint, r.id, 1, 'held_unverified', now()
         FROM market_rate r JOIN rate_pair p ON p.id = r.pair WHERE ${pair} AND r.during @> now() ORDER BY r.id LIMIT 1
       RETURNING usd::text`,
      [tx, hana, usdt, fee, ordinal],
    );
    const credited = Number(row?.usd);
    expect(credited).toBeGreaterThan(0);
    const legs: Journal['legs'] = [
      [usd(hana), credited],
      [211, -usdt],
      ...(fee > 0 ? [[411, fee] as const] : []),
      [701, -credited],
      [711, usdt - fee],
    ];
    expect(await post(credit({ key: `deposit BSC ${tx} ${ordinal}`, legs }))).toBe(denied);
    await nothingMoved();
  });
});

describe('a hold', () => {
  const hold = (source: number, pending: number, limit = `'withdrawal', 'USD'`, owner = demo) =>
    sqlOutcome(
      database.rows(
        `SELECT hold(gen_random_uuid(), ${owner}, $1, '\\x00', 'hold', '{}', ${source}, ${pending}, ${20 * million}, ${limit})`,
        [randomUUID()],
      ),
    );

  test('is of what its owner has, in their own pending account, within the limit', async () => {
    const pending = demo * 1000 + 102;
    expect(await hold(usd(hana), pending)).toBe(denied);
    expect(await hold(usd(demo), hana * 1000 + 102)).toBe(denied);
    expect(await hold(usd(demo), demo * 1000 + 112)).toBe(denied);
    expect(await hold(201, pending)).toBe(denied);
    expect(await hold(usd(demo), pending, 'NULL, NULL')).toBe(denied);
    expect(await hold(usd(demo), pending, `'withdrawal', 'USDT'`)).toBe(denied);
    await nothingMoved();
  });

  test('of a withdrawal is not settled before its payout is confirmed, nor to anybody but custody', async () => {
    const id = await giveWithdrawal(app, 'demo');
    before = await moneyState(app.database);
    const end = (legs: Legs, kind = 'settlement') =>
      sqlOutcome(
        database.rows(
          `SELECT end_hold(gen_random_uuid(), member, $1, '\\x00', $2, '{}', hold, $3::bigint[], $4::bigint[])
             FROM withdrawal WHERE id = $5`,
          [randomUUID(), kind, accountsOf(legs), amountsOf(legs), id],
        ),
      );
    expect(await end([[201, 20 * million]])).toBe(denied);
    expect(await end([[usd(hana), 20 * million]])).toBe(denied);
    expect(await end([], 'settlement')).toBe(denied);
    const paid = async (state: string) => {
      await app.database.sql(
        'ALTER TABLE withdrawal DISABLE TRIGGER ALL; ALTER TABLE withdrawal_payout DISABLE TRIGGER ALL',
      );
      await app.database.sql(`UPDATE withdrawal SET step = 'sent' WHERE id = $1`, [id]);
      await app.database.sql('DELETE FROM withdrawal_payout WHERE withdrawal = $1', [id]);
      await app.database.sql(
        `INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state, confirmed_by, confirmed_at)
         VALUES ($1, 'TRON', repeat('a', 64), true, 'operator:tina', now(), $2, 'chain:TRON', now())`,
        [id, state],
      );
      await app.database.sql(
        'ALTER TABLE withdrawal ENABLE TRIGGER ALL; ALTER TABLE withdrawal_payout ENABLE TRIGGER ALL',
      );
    };
    await paid('confirmed');
    for (const legs of [
      [[usd(hana), 20 * million]],
      [[201, 19 * million]],
      [[601, 20 * million]],
      [
        [201, 21 * million],
        [401, -million],
      ],
    ] as Legs[])
      expect([legs, await end(legs)]).toEqual([legs, denied]);
    expect(await end([], 'release')).toBe(denied);
    await nothingMoved();
    expect(
      await end([
        [201, 18 * million],
        [401, 2 * million],
      ]),
    ).toBe('done');
    expect(
      await end([
        [201, 18 * million],
        [401, 2 * million],
      ]),
    ).toBe('TR021');
  });
});
