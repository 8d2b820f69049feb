import { type Money, money, type Unit } from '@trellis/api-contract';
import type { Database } from '../db/database.ts';
import { accountOf, type MemberAccount, memberAccountKind } from './accounts.ts';

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

interface LineRow {
  readonly code: number;
  readonly opening: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly closing: string;
  readonly postings: string;
}

/** Reads of the past: balances at a time, and statements that re-add to the ledger. */
export class Statements {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What a member's account held just before `time`, in minor units. */
  async balanceBefore(memberId: string, account: MemberAccount, time: Date): Promise<bigint> {
    const [row] = await this.#database.query<{ balance: string }>('SELECT balance_before($1, $2) AS balance', [
      accountOf(memberId, account).toString(),
      time,
    ]);
    return BigInt(row?.balance ?? 0);
  }

  /**
   * A member's statement over a month of the calendar in UTC: one line for each account they had by its end.
   * @param month `2026-03`
   */
  async month(memberId: string, month: string): Promise<StatementLine[]> {
    const from = new Date(`${month}-01T00:00:00.000Z`);
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    const rows = await this.#database.query<LineRow>('SELECT * FROM statement($1, $2, $3)', [memberId, from, to]);
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
}
