import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accountOf, houseAccount } from '../../ledger/accounts.ts';
import { type AccountName, legsOf } from '../../ledger/amounts.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { planInput, planSchedule } from './planSchedule.ts';
import { stakeInput, stakeSchedule } from './stakeSchedule.ts';
import { accountTitles } from './writing.ts';

const here = import.meta.dirname ?? __dirname;
interface Case {
  readonly name: string;
  readonly input: object;
  readonly expected: object;
}
const vectors = JSON.parse(readFileSync(join(here, '../../../../tests/vectors/plan-vectors.json'), 'utf8')) as Record<
  'plan' | 'stake',
  Case[]
>;

test.each(vectors.plan)('package: $name', ({ input, expected }) => {
  expect(planSchedule(planInput.parse(input))).toEqual(expected);
});

test.each(vectors.stake)('stake: $name', ({ input, expected }) => {
  expect(stakeSchedule(stakeInput.parse(input))).toEqual(expected);
});

/** A command's exit code, output and complaint. */
const command = (name: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; told: string }>((resolve) => {
    execFile(process.execPath, [join(here, `${name}.ts`), ...args], (error, out, told) =>
      resolve({ code: error ? Number(error.code) : 0, out, told }),
    );
  });

describe.each(['plan', 'stake'] as const)('the command for a %s', (name) => {
  const [first] = vectors[name];

  test('answers one input with one value', async () => {
    const { code, out, told } = await command(name, JSON.stringify(first?.input));
    expect([code, told, JSON.parse(out)]).toEqual([0, '', first?.expected]);
  });

  test('answers a file of inputs with an array, in order', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'trellis-schedules-')), 'inputs.json');
    writeFileSync(file, JSON.stringify(vectors[name].map(({ input }) => input)));
    const { code, out } = await command(name, '--file', file);
    expect([code, JSON.parse(out)]).toEqual([0, vectors[name].map(({ expected }) => expected)]);
  });

  test.each([
    [['{'], 'no JSON'],
    [[], 'Usage'],
    [['--file'], 'Usage'],
    [['{}'], 'contract'],
    [[JSON.stringify({ ...first?.input, terms: null })], 'terms'],
    [['[]'], 'object'],
  ])('%j fails with a sentence and says nothing else', async (args, sentence) => {
    const { code, out, told } = await command(name, ...args);
    expect([code, out]).toEqual([1, '']);
    expect(told).toContain(sentence);
    expect(told).not.toContain('    at ');
  });
});

test.each([['-1'], ['1.1234567'], ['1e3'], ['01'], [' 1'], [1]])('%j is no amount', (rp) => {
  expect(planInput.safeParse({ ...vectors.plan[0]?.input, rp }).success).toBe(false);
});

describe('accounts', () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
  });
  afterAll(() => own.drop());

  test('are called as the database calls them', async () => {
    const kinds = await own.sql<{ code: number; title: string }>(
      `SELECT code, unit || ' ' || kind AS title FROM account_kind`,
    );
    const titles = new Map(kinds.map(({ code, title }) => [code, title]));
    for (const [name, title] of Object.entries(accountTitles)) {
      const [leg] = legsOf('7', new Map([[name as AccountName, 1n]]));
      expect([name, titles.get(Number(leg?.account ?? 0n) % 1000)]).toEqual([name, title]);
    }
  });

  test('of a member are the member’s own, and of the house the house’s', () => {
    const legs = legsOf(
      '7',
      new Map<AccountName, bigint>([
        ['usdAvailable', -5n],
        ['committedReward', 5n],
      ]),
    );
    expect(legs).toEqual([
      { account: accountOf('7', 'usdAvailable'), amountMinor: -5n },
      { account: houseAccount('committedReward'), amountMinor: 5n },
    ]);
  });
});
