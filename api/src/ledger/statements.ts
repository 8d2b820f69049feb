import { beginningIn, type Money, money, type Unit } from '@trellis/api-contract';
import type { Database } from '../platform/db/database.ts';
import { accountOf, type MemberAccount, memberAccountIds, memberAccountKind, memberAccounts } from './accounts.ts';
import { Past } from './past.ts';

/** One account's line of a statement: opening + incoming − outgoing = closing, to the last minor unit. */
export interface StatementLine {
  readonly unit: Unit;
  readonly state: ReturnType<typeof memberAccountKind>['state'];
  readonly opening: Money;
  readonly incoming: Money;
  readonly outgoing: Money;
  readonly closing: Money;
  readonly postings: number;
}

/** One posting of a statement. */
export interface Movement {
  readonly at: Date;
  readonly kind: string;
  /** What its journal is about. */
  readonly memo: Readonly<Record<string, string>>;
  readonly amount: Money;
  readonly balanceAfter: Money;
}

interface LineRow {
  readonly code: number;
  readonly opening: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly closing: string;
  readonly postings: string;
}

interface MovementRow {
  readonly recorded_at: Date;
  readonly kind: string;
  readonly memo: Readonly<Record<string, string>>;
  readonly amount: string;
  readonly balance_after: string;
}

/** Reads of the past: balances at a time, and statements that re-add to the ledger. */
export class Statements {
  readonly #database: Database;
  readonly #past: Past;

  constructor(database: Database, past = new Past(database)) {
    this.#database = database;
    this.#past = past;
  }

  /** What a member's account held just before `time`, in minor units. */
  async balanceBefore(memberId: string, account: MemberAccount, time: Date): Promise<bigint> {
    const row = await this.#database.one<{ balance: string }>('SELECT balance_before($1, $2) AS balance', [
      accountOf(memberId, account).toString(),
      time,
    ]);
    return BigInt(row?.balance ?? 0);
  }

  /**
   * What all of a member's accounts held together just before each of several times, the earliest first, and hold now, in
   * minor units. The cost goes with how many of the times something moved between, not with how much ever did.
   */
  async totalsBefore(memberId: string, times: readonly Date[]): Promise<bigint[]> {
    const rows = await this.#database.rows<{ total: string }>(
      `SELECT sum(b.balance)::text AS total
         FROM account a CROSS JOIN LATERAL balances_before(a.id, $2::timestamptz[] || 'infinity'::timestamptz) b
        WHERE a.id = ANY ($1::bigint[]) GROUP BY b.at ORDER BY b.at`,
      [memberAccountIds(memberId), times.map((time) => time.toISOString())],
    );
    // Who never had an account has nothing at any time.
    return [...times, undefined].map((_, index) => BigInt(rows[index]?.total ?? 0));
  }

  /**
   * A member's statement over a month of the calendar of a zone: one line for each account they had by its end.
   * @param month `2026-03`
   */
  async month(memberId: string, month: string, zone: string): Promise<StatementLine[]> {
    const [from, to] = boundsOf(month, zone);
    const rows = await this.#past.read(to, (database) =>
      database.rows<LineRow>('SELECT * FROM statement($1, $2, $3)', [memberId, from, to]),
    );
    return rows.map(({ code, opening, incoming, outgoing, closing, postings }) => {
      const { unit, state } = memberAccountKind(code);
      const amount = (minor: string) => money(BigInt(minor), unit);
      return {
        unit,
        state,
        opening: amount(opening),
        incoming: amount(incoming),
        outgoing: amount(outgoing),
        closing: amount(closing),
        postings: Number(postings),
      };
    });
  }

  /** The postings of an account in a month, oldest first, at most `limit`. */
  async movements(
    memberId: string,
    { unit, state }: StatementLine,
    { month, zone }: { readonly month: string; readonly zone: string },
    limit: number,
  ): Promise<Movement[]> {
    const kind = Object.values(memberAccounts).find((each) => each.unit === unit && each.state === state);
    if (!kind) throw new Error(`no member account holds ${unit} ${state}`);
    const account = (BigInt(memberId) * 1000n + BigInt(kind.code)).toString();
    const [from, to] = boundsOf(month, zone);
    const rows = await this.#past.read(to, (database) =>
      database.rows<MovementRow>(
        `SELECT p.recorded_at, j.kind, j.memo, p.amount, p.balance_after
         FROM posting p JOIN journal j ON j.id = p.journal
        WHERE p.account = $1 AND p.seq > posting_seq_before($1, $2) AND p.seq <= posting_seq_before($1, $3)
        ORDER BY p.seq LIMIT $4`,
        [account, from, to, limit],
      ),
    );
    return rows.map((row) => ({
      at: row.recorded_at,
      kind: row.kind,
      memo: row.memo,
      amount: money(BigInt(row.amount), kind.unit),
      balanceAfter: money(BigInt(row.balance_after), kind.unit),
    }));
  }
}

/** Beginning and end of a month of the calendar of a zone; the end is the next one's beginning. */
const boundsOf = (month: string, zone: string): [Date, Date] => [
  beginningIn(`${month}-01`, zone),
  beginningIn(`${monthAfter(month, 1)}-01`, zone),
];

/** A month of the calendar so many months later; earlier with a minus. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}
