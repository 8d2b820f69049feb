import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Database } from '../db/database.ts';
import { AppError } from '../http/problem.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { accountOf, houseAccount } from './accounts.ts';
import { Ledger, type PostedJournal } from './ledger.ts';
import { availableOf, ModelLedger, type ModelRule, type Outcome, pendingOf } from './model.ts';
import { verifyAll } from './verifier.ts';

/**
 * The same random commands on the model and on Postgres. After every step: the same outcome, and the same balances of
 * every account. At the end: every invariant of the ledger, by the verifier's own SQL.
 * `SEED=… npx jest model` repeats a run; `RUNS=1000` makes it long.
 */
const seed = Number(process.env.SEED ?? 20_261);
const runs = Number(process.env.RUNS ?? 60);
const rule: ModelRule = { minimum: 5n, maximum: 300n, dayMaximum: 300n };
const openingMinor = 600n;
const people = ['a', 'b', 'c'] as const;
type Person = (typeof people)[number];

let own: TestDatabase;
let database: Database;
let ledger: Ledger;
let nextMember = 1;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
  ledger = new Ledger(database);
  await own.sql(`INSERT INTO money_limit VALUES ('transfer', 'USD', $1, $2, $3, 0, now())`, [
    rule.minimum.toString(),
    rule.maximum.toString(),
    rule.dayMaximum.toString(),
  ]);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const outcomes: readonly Outcome[] = [
  'done',
  'replayed',
  'idempotency.key_reused',
  'money.insufficient_balance',
  'money.below_minimum',
  'money.above_maximum',
  'money.daily_limit',
  'money.hold_ended',
  'money.not_reversible',
];

const person = fc.constantFrom(...people);
/** Often just at a limit or next to it, where faults live. */
const amount = fc.oneof(fc.constantFrom(4n, 5n, 100n, 300n, 301n), fc.bigInt({ min: 1n, max: 350n }));
/** Which of the earlier calls a command refers to, counted from the last. */
const back = fc.nat({ max: 2 });
/** Mostly of the kind that the command is for, sometimes any. */
const target = fc.constantFrom('fitting' as const, 'fitting' as const, 'fitting' as const, 'any' as const);
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('transfer' as const), from: person, to: person, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), from: person, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      back,
      settled: fc.bigInt({ min: 0n, max: 350n }),
      of: target,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse' as const), back, of: target }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), back, otherBody: fc.boolean() }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** A call as it was made: on whose behalf, under which key, and how to make it again on both sides. */
interface Call {
  readonly kind: Command['do'];
  readonly who: Person;
  readonly key: string;
  readonly journal: { id?: string };
  readonly onModel: (asked: string) => Outcome;
  readonly onLedger: (asked: string) => Promise<PostedJournal>;
}

test('model and Postgres agree on every outcome and every balance', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40 }), async (commands) => {
      const members = await newMembers();
      const model = new ModelLedger(rule, new Map(people.map((who) => [who, openingMinor])));
      const calls: Call[] = [];
      for (const [index, step] of commands.entries()) {
        const call = prepare(step, `key-${index}`, members, model, calls);
        if (!call) continue;
        const asked = step.do === 'repeat' && step.otherBody ? 'another body' : 'the body';
        const expected = call.onModel(asked);
        const actual = await outcomeOf(call, asked);
        seen.add(actual);
        expect({ index, step, outcome: actual }).toEqual({ index, step, outcome: expected });
        expect({ index, step, balances: await balancesOf(members) }).toEqual({
          index,
          step,
          balances: balancesIn(model),
        });
        if (step.do !== 'repeat') calls.push(call);
      }
    }),
    { seed, numRuns: runs },
  );
  // Commands that never met a refusal would prove little.
  expect([...seen].sort()).toEqual([...outcomes].sort());
  const findings = await verifyAll(own.url);
  // The nodes of this file have no members behind them; everything about money must hold.
  expect(findings.filter(({ name, rows }) => rows.length > 0 && !/node|people/.test(name))).toEqual([]);
});

function prepare(
  step: Command,
  key: string,
  members: ReadonlyMap<Person, string>,
  model: ModelLedger,
  calls: readonly Call[],
): Call | undefined {
  const idOf = (who: Person): string => members.get(who) ?? '';
  const keyed = (who: Person, asked: string) => ({
    owner: idOf(who),
    key,
    requestHash: Buffer.from(asked.padEnd(32, '.')),
    memo: {},
    unit: 'USD' as const,
  });
  const run = (work: () => Promise<PostedJournal>) => database.inTransaction(work);
  const earlier = earlierCall(step, calls);
  switch (step.do) {
    case 'transfer': {
      const { from, to, amount: amountMinor } = step;
      if (from === to) return undefined;
      const legs = [
        { account: accountOf(idOf(from), 'usdAvailable'), amountMinor: -amountMinor },
        { account: accountOf(idOf(to), 'usdAvailable'), amountMinor },
      ];
      const limit = { operation: 'transfer', unit: 'USD', amountMinor } as const;
      return {
        kind: step.do,
        who: from,
        key,
        journal: {},
        onModel: (asked) => model.transfer(key, asked, from, to, amountMinor),
        onLedger: (asked) => run(() => ledger.post({ ...keyed(from, asked), kind: 'transfer', legs, limit })),
      };
    }
    case 'hold': {
      const { from, amount: amountMinor } = step;
      const [source, pending] = [accountOf(idOf(from), 'usdAvailable'), accountOf(idOf(from), 'usdPending')];
      return {
        kind: step.do,
        who: from,
        key,
        journal: {},
        onModel: (asked) => model.hold(key, asked, from, amountMinor),
        onLedger: (asked) => run(() => ledger.hold({ ...keyed(from, asked), source, pending, amountMinor })),
      };
    }
    case 'end': {
      if (!earlier) return undefined;
      // At most what is held: more than that is a fault of the caller, not an outcome.
      const open = model.openAmount(earlier.who, earlier.key);
      const settled = open > 0n && step.settled > open ? open : step.settled;
      const legs = settled > 0n ? [{ account: houseAccount('usdFee'), amountMinor: settled }] : [];
      return {
        kind: step.do,
        who: earlier.who,
        key,
        journal: {},
        onModel: (asked) => model.endHold(key, asked, earlier.who, earlier.key, settled),
        onLedger: (asked) =>
          run(() => ledger.endHold({ ...keyed(earlier.who, asked), holdId: earlier.journal.id ?? nobody, legs })),
      };
    }
    case 'reverse':
      return (
        earlier && {
          kind: step.do,
          who: earlier.who,
          key,
          journal: {},
          onModel: (asked) => model.reverse(key, asked, earlier.who, earlier.key),
          onLedger: (asked) =>
            run(() => ledger.reverse({ ...keyed(earlier.who, asked), journalId: earlier.journal.id ?? nobody })),
        }
      );
    case 'repeat':
      return earlier;
  }
}

function earlierCall(step: Command, calls: readonly Call[]): Call | undefined {
  if (!('back' in step)) return undefined;
  const fitting = { end: 'hold', reverse: 'transfer', repeat: undefined }[step.do];
  const those = 'of' in step && step.of === 'fitting' ? calls.filter(({ kind }) => kind === fitting) : calls;
  return those.at(-1 - step.back);
}

/** An id that nothing has. */
const nobody = '00000000-0000-7000-8000-000000000000';

async function outcomeOf(call: Call, asked: string): Promise<Outcome | string> {
  try {
    const { id, replayed } = await call.onLedger(asked);
    if (replayed) expect(id).toBe(call.journal.id);
    else call.journal.id = id;
    return replayed ? 'replayed' : 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Three fresh members for each run, each with the same to start with. */
async function newMembers(): Promise<Map<Person, string>> {
  const members = new Map<Person, string>();
  for (const who of people) {
    const id = String(nextMember);
    nextMember += 1;
    await own.sql(
      `INSERT INTO tree_node (id, parent_id, side, depth, jump_id, jump_depth, leg_id, leg_position)
         VALUES ($1, nullif($1::bigint - 1, 0), 0, $1::bigint - 1, 1, 0, 0, $1::bigint - 1)`,
      [id],
    );
    await database.inTransaction(() =>
      ledger.post({
        owner: id,
        key: 'opening',
        requestHash: Buffer.from('opening'),
        kind: 'opening',
        memo: {},
        unit: 'USD',
        legs: [
          { account: accountOf(id, 'usdAvailable'), amountMinor: openingMinor },
          { account: houseAccount('usdCustody'), amountMinor: -openingMinor },
        ],
      }),
    );
    members.set(who, id);
  }
  return members;
}

async function balancesOf(members: ReadonlyMap<Person, string>): Promise<Record<string, bigint>> {
  const rows = await own.sql<{ id: string; balance: string }>(
    'SELECT id, balance FROM account WHERE owner = ANY ($1::bigint[])',
    [[...members.values()]],
  );
  const of = (id: bigint) => BigInt(rows.find((row) => row.id === id.toString())?.balance ?? 0);
  const found: Record<string, bigint> = {};
  for (const [who, id] of members) {
    found[availableOf(who)] = of(accountOf(id, 'usdAvailable'));
    found[pendingOf(who)] = of(accountOf(id, 'usdPending'));
  }
  return found;
}

const balancesIn = (model: ModelLedger): Record<string, bigint> =>
  Object.fromEntries(
    people
      .flatMap((who) => [availableOf(who), pendingOf(who)])
      .map((account) => [account, model.balances.get(account) ?? 0n]),
  );
