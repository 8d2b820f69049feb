import { type DepositChain, money, moneyText } from '@trellis/api-contract';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DepositJournals } from './depositJournals.ts';
import type { DepositValue } from './depositValue.ts';

export interface HeldDepositParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly journals: DepositJournals;
  readonly notifier: Notifier;
}

/** A recorded transfer that is to be credited. */
export interface CreditableDeposit {
  readonly id: string;
  readonly memberId: string;
  readonly name: string;
  readonly usdt: bigint;
  readonly value: DepositValue;
}

interface HeldRow {
  readonly id: string;
  readonly name: string;
  readonly usdt: string;
  readonly usd: string;
  readonly fee: string;
  readonly rate: string;
  readonly numerator: string;
  readonly denominator: string;
}

/** Puts recorded deposits onto balances: at once, or when their address is verified. */
export class HeldDeposits {
  readonly #parts: HeldDepositParts;

  constructor(parts: HeldDepositParts) {
    this.#parts = parts;
  }

  /** Credits everything that is held for a member's address, inside the caller's transaction. */
  async release(memberId: string, chain: DepositChain): Promise<void> {
    const rows = await this.#parts.database.rows<HeldRow>(
      `SELECT d.id, d.chain || ' ' || encode(d.transaction, 'hex') || ' ' || d.ordinal AS name, d.usdt, d.usd, d.fee,
              d.rate, r.numerator, r.denominator
         FROM deposit_transfer d JOIN market_rate r ON r.id = d.rate
        WHERE d.member_id = $1 AND d.chain = $2 AND d.state = 'held_unverified' ORDER BY d.id FOR UPDATE OF d`,
      [memberId, chain],
    );
    for (const row of rows) await this.#creditHeld(memberId, row);
  }

  /**
   * Prices a deposit that was recorded without a usable rate, and credits it where its address is verified, inside the caller's
   * transaction.
   * @returns whether there is a rate now
   */
  async price(id: string): Promise<boolean> {
    const { database, clock, notifier } = this.#parts;
    const row = await database.one<HeldRow & { memberId: string; verified: boolean }>(
      `SELECT d.id, d.chain || ' ' || encode(d.transaction, 'hex') || ' ' || d.ordinal AS name, d.usdt, d.usd, d.fee, d.rate,
              r.numerator, r.denominator, d.member_id AS "memberId",
              EXISTS (SELECT 1 FROM deposit_address a WHERE a.member_id = d.member_id AND a.chain = d.chain AND a.account = d.account
                AND a.verified_at IS NOT NULL) AS verified
         FROM price_deposit($1, $2) d JOIN market_rate r ON r.id = d.rate`,
      [id, clock.now()],
    );
    if (!row) return false;
    if (row.verified) await this.#creditHeld(row.memberId, row);
    else await notifier.member(row.memberId, 'depositHeld', { received: moneyText(money(BigInt(row.usdt), 'USDT')) });
    return true;
  }

  async #creditHeld(memberId: string, row: HeldRow): Promise<void> {
    const [usdt, usd, fee] = [BigInt(row.usdt), BigInt(row.usd), BigInt(row.fee)];
    const exchanged = (usd * BigInt(row.denominator) + BigInt(row.numerator) - 1n) / BigInt(row.numerator);
    const value = { usd, fee, exchanged, rounding: usdt - fee - exchanged, rateId: row.rate };
    await this.credit({ id: row.id, memberId, name: row.name, usdt, value }, 'usdtSuspense');
  }

  /** Credits one, which stands as held until then, and notifies the member. */
  async credit(deposit: CreditableDeposit, source: 'usdtCustody' | 'usdtSuspense'): Promise<void> {
    const { database, clock, journals, notifier } = this.#parts;
    const { id, memberId, usdt, value } = deposit;
    const journal = await journals.credit(deposit, value, source);
    await database.change(
      `UPDATE deposit_transfer SET state = 'credited', journal = $2, credited_at = $3 WHERE id = $1`,
      [id, journal, clock.now()],
      { rows: 1 },
    );
    const amount = moneyText(money(value.usd, 'USD'));
    const reported = { received: moneyText(money(usdt, 'USDT')), amount };
    await notifier.member(memberId, 'depositCredited', reported, { link: `/wallet/records/${journal}` });
  }
}
