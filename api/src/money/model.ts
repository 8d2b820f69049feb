/**
 * The money core once more, as plain TypeScript without a database: what must happen, said as simply as possible.
 * Tests run the same commands here and on Postgres, and compare after each step. It is read by people too: this is
 * the specification of `Ledger`.
 */
export type Outcome =
  | 'done'
  | 'replayed'
  | 'idempotency.key_reused'
  | 'money.insufficient_balance'
  | 'money.below_minimum'
  | 'money.above_maximum'
  | 'money.daily_limit'
  | 'money.hold_ended'
  | 'money.not_reversible';

export interface ModelRule {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly dayMaximum: bigint;
}

type Legs = ReadonlyMap<string, bigint>;

interface Moved {
  readonly legs: Legs;
  readonly partOfHold?: true;
  readonly isReversal?: true;
}

interface ModelJournal extends Moved {
  readonly asked: string;
  reversed: boolean;
}

interface ModelHold {
  readonly member: string;
  readonly amount: bigint;
  open: boolean;
}

export const availableOf = (member: string): string => `${member} available`;
export const pendingOf = (member: string): string => `${member} pending`;
const house = 'house';

export class ModelLedger {
  readonly #rule: ModelRule;
  readonly balances = new Map<string, bigint>();
  readonly #journals = new Map<string, ModelJournal>();
  readonly #holds = new Map<string, ModelHold>();
  readonly #sentToday = new Map<string, bigint>();

  constructor(rule: ModelRule, opening: ReadonlyMap<string, bigint>) {
    this.#rule = rule;
    for (const [member, amount] of opening) this.balances.set(availableOf(member), amount);
  }

  /** A limited transfer from one member to another. */
  transfer(key: string, asked: string, from: string, to: string, amount: bigint): Outcome {
    return this.#once(`${from} ${key}`, asked, () => {
      if (amount < this.#rule.minimum) return 'money.below_minimum';
      if (amount > this.#rule.maximum) return 'money.above_maximum';
      const legs = new Map([
        [availableOf(from), -amount],
        [availableOf(to), amount],
      ]);
      if (!this.#affords(legs)) return 'money.insufficient_balance';
      const sent = (this.#sentToday.get(from) ?? 0n) + amount;
      if (sent > this.#rule.dayMaximum) return 'money.daily_limit';
      this.#sentToday.set(from, sent);
      return { legs };
    });
  }

  /** Sets money aside; the hold is named by the key that made it. */
  hold(key: string, asked: string, member: string, amount: bigint): Outcome {
    return this.#once(`${member} ${key}`, asked, () => {
      const legs = new Map([
        [availableOf(member), -amount],
        [pendingOf(member), amount],
      ]);
      if (!this.#affords(legs)) return 'money.insufficient_balance';
      this.#holds.set(`${member} ${key}`, { member, amount, open: true });
      return { legs, partOfHold: true };
    });
  }

  /** Ends a hold: `settled` goes to the house (0 releases it), the rest back. */
  endHold(key: string, asked: string, member: string, holdKey: string, settled: bigint): Outcome {
    return this.#once(`${member} ${key}`, asked, () => {
      const held = this.#holds.get(`${member} ${holdKey}`);
      if (!held?.open) return 'money.hold_ended';
      const taken = settled > held.amount ? held.amount : settled;
      held.open = false;
      const legs = new Map([
        [pendingOf(member), -held.amount],
        [availableOf(member), held.amount - taken],
        [house, taken],
      ]);
      return { legs, partOfHold: true };
    });
  }

  /** Undoes a journal of the same member, once, if what was received is still there. */
  reverse(key: string, asked: string, member: string, journalKey: string): Outcome {
    return this.#once(`${member} ${key}`, asked, () => {
      const old = this.#journals.get(`${member} ${journalKey}`);
      if (!old || old.reversed || old.isReversal || old.partOfHold) return 'money.not_reversible';
      const legs = new Map([...old.legs].map(([account, amount]) => [account, -amount]));
      if (!this.#affords(legs)) return 'money.insufficient_balance';
      old.reversed = true;
      return { legs, isReversal: true };
    });
  }

  /** How much of a hold is left to settle at most; 0 when there is none open. */
  openAmount(member: string, holdKey: string): bigint {
    const held = this.#holds.get(`${member} ${holdKey}`);
    return held?.open ? held.amount : 0n;
  }

  /** The same key and request: the answer of before. Another request: refused. A refusal leaves the key unused. */
  #once(key: string, asked: string, act: () => Moved | Outcome): Outcome {
    const known = this.#journals.get(key);
    if (known) return known.asked === asked ? 'replayed' : 'idempotency.key_reused';
    const moved = act();
    if (typeof moved === 'string') return moved;
    for (const [account, amount] of moved.legs) this.balances.set(account, (this.balances.get(account) ?? 0n) + amount);
    this.#journals.set(key, { ...moved, asked, reversed: false });
    return 'done';
  }

  #affords(legs: Legs): boolean {
    return [...legs].every(
      ([account, amount]) => account === house || (this.balances.get(account) ?? 0n) + amount >= 0n,
    );
  }
}
