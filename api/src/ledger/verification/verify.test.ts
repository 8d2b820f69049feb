import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SystemLedger } from '../../testing/systemLedger.ts';

/** `npm run verify`, as an operator and an auditor run it. */
let system: SystemLedger;

beforeAll(async () => {
  system = await SystemLedger.start();
  for (let count = 0; count < 3; count += 1) await system.post();
  // Old enough to be sealed: further in the past than the margin.
  for (const table of ['journal', 'posting'])
    await system.intruder.query(`UPDATE ${table} SET recorded_at = recorded_at - interval '1 minute'`);
  await system.sealAll(2);
});
beforeEach(() => system.intruder.query('DELETE FROM payout_freeze'));
afterAll(() => system.close());

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
}

function verify(...options: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'verify.ts'), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATABASE_SCHEMA: process.env.DATABASE_SCHEMA,
      OWNER_DATABASE_URL: system.own.ownerUrl,
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output.push(chunk.toString());
    });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, lines: output.join('').trimEnd().split('\n') }));
  });
}

const lastDigest = async (): Promise<string> =>
  (
    await system.own.sql<{ digest: string }>(
      `SELECT encode(digest, 'hex') AS digest FROM journal_seal ORDER BY number DESC`,
    )
  )[0]?.digest ?? '';
const tamper = () =>
  system.intruder.query(
    `UPDATE journal SET memo = '{"a": "b"}' WHERE recorded_at = (SELECT min(recorded_at) FROM journal)`,
  );
const mend = () =>
  system.intruder.query('UPDATE journal SET memo = (SELECT memo FROM journal ORDER BY recorded_at DESC LIMIT 1)');

test('green: one line for each invariant, and a sentence', async () => {
  const { code, lines } = await verify();
  expect(code).toBe(0);
  expect(lines.filter((line) => !line.startsWith('ok   '))).toEqual([
    expect.stringMatching(/^The latest 2 seals cover 3 journals, up to /),
    expect.stringMatching(/^All \d+ invariants hold\.$/),
  ]);
});

test('--seals prints the last digest, and --expect finds one that was noted', async () => {
  const digest = await lastDigest();
  const all = await verify('--seals');
  expect(all.lines.slice(-3)).toEqual([
    expect.stringMatching(/^All 2 seals cover 3 journals, up to /),
    `Seal 2 has the digest ${digest}`,
    expect.stringMatching(/^All \d+ invariants hold\.$/),
  ]);
  expect((await verify('--expect', digest)).code).toBe(0);
  const other = await verify(
    '--expect',
    digest.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
  );
  expect(other.code).toBe(1);
  expect(other.lines.join('\n')).toContain('no seal has this digest');
});

test('red: exits 1, names the range, freezes payouts; only a green run unfreezes them', async () => {
  await tamper();
  const red = await verify('--seals');
  expect(red.code).toBe(1);
  expect(red.lines).toContain('RED  the seals fit the journals they cover');
  expect(red.lines.join('\n')).toContain('"seal":"1","from":"-infinity"');
  expect(red.lines.slice(-2)).toEqual([
    expect.stringMatching(/^1 of \d+ invariants are broken\.$/),
    'Payouts are frozen.',
  ]);
  expect((await verify('--unfreeze', 'too early')).lines.at(-1)).toBe('Payouts are frozen.');

  await mend();
  const still = await verify();
  expect([still.code, still.lines.at(-1)]).toEqual([
    0,
    'Payouts are frozen, by an earlier fault or by somebody: end it with --unfreeze "<reason>".',
  ]);
  const ended = await verify('--unfreeze', 'the memo is as it was');
  expect([ended.code, ended.lines.at(-1)]).toEqual([0, 'Payouts go on.']);
  expect(await system.own.sql('SELECT reason FROM payout_freeze')).toEqual([{ reason: 'the memo is as it was' }]);
  expect((await verify('--unfreeze', 'again')).lines.at(-1)).toBe('Payouts were not frozen.');
});

test.each([
  [['--sea'], "Unknown option '--sea'"],
  [['--expect', 'abc'], '--expect needs 64 hexadecimal digits.'],
  [['--unfreeze', ' '], '--unfreeze needs a reason.'],
])('%j is refused in one sentence', async (options, sentence) => {
  const { code, lines } = await verify(...options);
  expect(code).toBe(2);
  expect(lines).toEqual([expect.stringContaining(sentence)]);
});
