import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Rules } from '../../governance/rules/rules.ts';
import { systemClock } from '../../ground/clock.ts';
import { Database } from '../../platform/db/database.ts';
import { packageTermsNow } from '../../products/packages/packageRules.ts';
import { stakeTermsNow } from '../../products/stakes/stakeRules.ts';
import { setRule } from '../../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { planInput, planSchedule } from './planSchedule.ts';
import { stakeInput, stakeSchedule } from './stakeSchedule.ts';
import { teamBonus, teamInput } from './teamBonus.ts';

const here = import.meta.dirname;
interface Case {
  readonly name: string;
  readonly input: object;
  readonly expected: object;
}
const vectors = JSON.parse(readFileSync(join(here, '../../../../tests/vectors/plan-vectors.json'), 'utf8')) as Record<
  'plan' | 'stake' | 'team',
  Case[]
>;

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  // As the product's login: the functions are its own.
  database = new Database({ url: own.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test.each(vectors.plan)('package: $name', async ({ input, expected }) => {
  expect(await planSchedule(database, [planInput.parse(input)])).toEqual([expected]);
});

test.each(vectors.stake)('stake: $name', async ({ input, expected }) => {
  expect(await stakeSchedule(database, [stakeInput.parse(input)])).toEqual([expected]);
});

test.each(vectors.team)('team bonus: $name', async ({ input, expected }) => {
  expect(await teamBonus(database, [teamInput.parse(input)])).toEqual([expected]);
});

describe('what is sold as the product begins', () => {
  let rules: Rules;
  beforeAll(() => {
    rules = new Rules(database, systemClock);
  });

  test('is what these figures were computed with', async () => {
    expect(await packageTermsNow(rules)).toEqual(planInput.parse(vectors.plan[0]?.input).terms);
    expect(await stakeTermsNow(rules)).toEqual(stakeInput.parse(vectors.stake[0]?.input).terms);
  });

  test('is what operators set, from then on', async () => {
    await setRule(own, 'packageLevel', 'Ruby', { price: '3100000000', loops: 10, aprPercent: '4.125' });
    await setRule(own, 'stakeTerms', 'all', {
      minimum: '200000000',
      maximum: '60000000000',
      contracts: 6,
      termDays: 60,
      aprPercent: '0.5',
      choiceClosesMinutes: 30,
    });
    rules.forget();
    const { levels } = await packageTermsNow(rules);
    expect(levels.find(({ level }) => level === 'Ruby')).toEqual({
      level: 'Ruby',
      price: 3_100_000_000n,
      loops: 10,
      aprPpm: 41_250n,
    });
    expect(await stakeTermsNow(rules)).toMatchObject({
      minimumCp: 200_000_000n,
      aprPpm: 5_000n,
      choiceClosesMs: 1_800_000,
    });
  });
});

/** A command's exit code, output and complaint. */
const command = (name: string, args: readonly string[], databaseUrl = own.url) =>
  new Promise<{ code: number; out: string; reported: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(here, `${name}.ts`), ...args],
      { env: { ...process.env, DATABASE_URL: databaseUrl } },
      (error, out, reported) => resolve({ code: error ? Number(error.code) : 0, out, reported }),
    );
  });

describe.each(['plan', 'stake', 'team'] as const)('the command for a %s', (name) => {
  const [first] = vectors[name];

  test('answers one input with one value', async () => {
    const { code, out, reported } = await command(name, [JSON.stringify(first?.input)]);
    expect([code, reported, JSON.parse(out)]).toEqual([0, '', first?.expected]);
  });

  test('answers a file of inputs with an array, in order', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'trellis-schedules-')), 'inputs.json');
    writeFileSync(file, JSON.stringify(vectors[name].map(({ input }) => input)));
    const { code, out } = await command(name, ['--file', file]);
    expect([code, JSON.parse(out)]).toEqual([0, vectors[name].map(({ expected }) => expected)]);
  });

  test.each([
    [['{'], 'no JSON'],
    [[], 'Usage'],
    [['--file'], 'Usage'],
    [['{}'], name === 'team' ? 'pool' : 'contract'],
    [[JSON.stringify({ ...first?.input, terms: null })], 'terms'],
    [['[]'], 'object'],
  ])('%j fails with a sentence and says nothing else', async (args, sentence) => {
    const { code, out, reported } = await command(name, args);
    expect([code, out]).toEqual([1, '']);
    expect(reported).toContain(sentence);
    expect(reported).not.toContain('    at ');
  });
});

test.each([['-1'], ['1.1234567'], ['1e3'], ['01'], [' 1'], [1]])('%j is no amount', (rp) => {
  expect(planInput.safeParse({ ...vectors.plan[0]?.input, rp }).success).toBe(false);
});

describe('a team that cannot be', () => {
  const [{ input } = { input: {} }] = vectors.team;
  const one = { id: '1', parent: null, side: null, sponsor: null };
  test.each([
    [
      'somebody below themselves',
      {
        members: [
          { ...one, parent: '2', side: 'left' },
          { ...one, id: '2', parent: '1', side: 'left' },
        ],
      },
      'ring',
    ],
    ['a parent who is not there', { members: [{ ...one, parent: '9', side: 'left' }] }, 'no member 9'],
    [
      'a buyer who is not there',
      { members: [one], sales: [{ member: '7', points: '1.00', countedAt: '2026-03-09T12:00:00Z' }] },
      'no member 7',
    ],
  ])('%s', (_what, given, sentence) => {
    const { success, error } = teamInput.safeParse({ ...input, ...given });
    expect([success, error?.message.includes(sentence)]).toEqual([false, true]);
  });
});

test('a month’s bonus is at most a part of one’s own packages, where that is a rule', async () => {
  const [, sold] = vectors.team as unknown as { input: { terms: object; members: { packages?: object[] }[] } }[];
  const { terms, members } = sold?.input ?? { terms: {}, members: [] };
  const paidAt = async (paidThisMonth: string): Promise<unknown> => {
    const input = teamInput.parse({
      ...sold?.input,
      terms: { ...terms, ownValuePercent: '1' },
      members: members.map((each) => ({
        ...each,
        paidThisMonth,
        packages: each.packages?.map((bought) => ({ ...bought, price: '1000.00' })),
      })),
    });
    return (await teamBonus(database, [input]))[0];
  };
  expect(await paidAt('0')).toMatchObject({
    lines: [{ overLimit: expect.not.stringMatching(/^0\.00$/), due: '10.00' }],
  });
  expect(await paidAt('9.5')).toMatchObject({ lines: [{ due: '0.50' }] });
  expect(await paidAt('12')).toMatchObject({ lines: [{ due: '0.00' }] });
});

test('without a database of its own a command starts one, and throws it away', async () => {
  const { code, out } = await command('stake', [JSON.stringify(vectors.stake[0]?.input)], '');
  expect([code, JSON.parse(out)]).toEqual([0, vectors.stake[0]?.expected]);
});
