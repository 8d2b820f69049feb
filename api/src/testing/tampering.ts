/**
 * What breaks an invariant of `ledger/verification`: a file of cases in `tamperings/` for each file of invariants, and
 * `verifier.test.ts` goes through all that are there.
 */

/** Statements that break something, and those that put it right again. */
export interface Tampering {
  /** Names of the invariants that see it, in the verifier's order. */
  readonly red: readonly string[];
  readonly does: readonly string[];
  readonly undoes: readonly string[];
}

/** By what was done. Each breaks what its name says, and as little else as the ledger's own structure allows. */
export type Tamperings = Readonly<Record<string, Tampering>>;

/** Names of invariants that cases of several products break. */
export const countsOnce =
  'a package counts once: after its time to cancel, not before, and never when it was cancelled';
export const daysMakeUp = 'the days of the index make up what it says was ever';

/** As SQL: an account that has moved money, and a member who has little. */
export const demoUsd = `(SELECT id * 1000 + 101 FROM member WHERE username = 'demo')`;
export const hana = `(SELECT id FROM member WHERE username = 'hana')`;

/** As SQL: the time of a journal, which its postings have. */
export function recordedAt(journal: string): string {
  return `(SELECT recorded_at FROM journal WHERE id = '${journal}')`;
}

/** One unit from custody to an account of the platform, as a whole journal. */
export function funded(code: string, sign: '+' | '-'): string[] {
  const id = '00000000-0000-7000-8000-000000000002';
  if (sign === '-')
    return [
      `DELETE FROM posting WHERE journal = '${id}'`,
      `DELETE FROM journal WHERE id = '${id}'`,
      `UPDATE account SET balance = 0, seq = 0 WHERE id = ${code}`,
      'UPDATE account SET balance = balance + 1, seq = seq - 1 WHERE id = 201',
    ];
  return [
    `UPDATE account SET balance = 1, seq = 1 WHERE id = ${code}`,
    'UPDATE account SET balance = balance - 1, seq = seq + 1 WHERE id = 201',
    `INSERT INTO journal VALUES (0, 'funded', '${id}', '\\x00', 'opening', '{}', now())`,
    `INSERT INTO posting VALUES (${code}, 1, '${id}', 1, 1, ${recordedAt(id)})`,
    `INSERT INTO posting SELECT id, seq, '${id}', -1, balance, ${recordedAt(id)} FROM account WHERE id = 201`,
  ];
}
