import { money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { memberAccountIds, memberAccountKind, memberAccounts } from '../../ledger/accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import type { StakedValue } from './stakedValue.ts';

/** Reads a member's balances from the ledger's accounts. */
export class Balances {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #staked: StakedValue;

  constructor(database: Database, clock: Clock, staked: StakedValue) {
    this.#database = database;
    this.#clock = clock;
    this.#staked = staked;
  }

  /** Balance by account code, in minor units; codes without an account stand at zero. */
  async byCode(memberId: string): Promise<ReadonlyMap<number, bigint>> {
    const codes = Object.values(memberAccounts).map(({ code }) => code);
    const rows = await this.#database.rows<{ code: number; balance: string }>(
      'SELECT code, balance FROM account WHERE id = ANY ($1::bigint[])',
      [memberAccountIds(memberId)],
    );
    const balances = new Map<number, bigint>(codes.map((code) => [code, 0n]));
    for (const { code, balance } of rows) balances.set(code, BigInt(balance));
    return balances;
  }

  /** When each account moved last, by its code. */
  async #changedAt(memberId: string): Promise<ReadonlyMap<number, Date>> {
    const rows = await this.#database.rows<{ code: number; recorded_at: Date }>(
      'SELECT a.code, p.recorded_at FROM account a JOIN posting p ON p.account = a.id AND p.seq = a.seq WHERE a.id = ANY ($1::bigint[])',
      [memberAccountIds(memberId)],
    );
    return new Map(rows.map(({ code, recorded_at: at }) => [code, at]));
  }

  /**
   * All balances, and their sum at face value in USD: USDT, USDP and RP are backed one to one, CP at the rate of their
   * contract.
   */
  async overview(memberId: string): Promise<Omit<AnswerOf<'member', 'getBalances'>, 'packages'>> {
    const [balances, changed, stakes] = await Promise.all([
      this.byCode(memberId),
      this.#changedAt(memberId),
      this.#staked.now(memberId),
    ]);
    let total = stakes.more;
    for (const balance of balances.values()) total += balance;
    return {
      total: money(total, 'USD'),
      balances: [...balances].map(([code, balance]) => {
        const { unit, state } = memberAccountKind(code);
        return { unit, state, money: money(balance, unit), changedAt: changed.get(code) ?? null };
      }),
      stakes: stakes.totals,
      at: this.#clock.now(),
    };
  }
}
