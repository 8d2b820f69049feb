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
  | 'exchange.quote_expired'
  | 'money.not_reversible';

export interface ModelRule {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly dayMaximum: bigint;
}

/** `to` units for each `from` unit as a ratio, and a fee in millionths of what that gives. */
export interface ModelRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly feePpm: bigint;
  readonly validSeconds: number;
}

type Legs = ReadonlyMap<string, bigint>;

interface Moved {
  readonly legs: Legs;
  readonly partOfHold?: true;
  readonly isReversal?: true;
}

interface ModelJournal extends Moved {
  readonly request: string;
  reversed: boolean;
}

interface ModelHold {
  readonly member: string;
  readonly amount: bigint;
  open: boolean;
}

interface ModelQuote {
  readonly member: string;
  readonly legs: Legs;
  readonly given: bigint;
  readonly expiresAt: number;
  used: boolean;
}

export const availableOf = (member: string): string => `${member} available`;
export const pendingOf = (member: string): string => `${member} pending`;
export const usdtOf = (member: string): string => `${member} USDT`;
const system = 'system';
const ofSystem = (account: string): boolean => account.startsWith(system);

export class ModelLedger {
  readonly #rule: ModelRule;
  readonly #rate: ModelRate;
  readonly balances = new Map<string, bigint>();
  /** What was added to or taken from each account, in order. */
  readonly history = new Map<string, bigint[]>();
  readonly #journals = new Map<string, ModelJournal>();
  readonly #holds = new Map<string, ModelHold>();
  readonly #quotes = new Map<string, ModelQuote>();
  readonly #usedToday = new Map<string, bigint>();
  #seconds = 0;

  /** The rule holds for transfers and for exchanges, each counted for itself. */
  constructor(rule: ModelRule, rate: ModelRate, opening: ReadonlyMap<string, bigint>) {
    this.#rule = rule;
    this.#rate = rate;
    for (const [member, amount] of opening) this.#move(new Map([[availableOf(member), amount]]));
  }

  wait(seconds: number): void {
    this.#seconds += seconds;
  }

  /** A limited transfer from one member to another. */
  transfer(key: string, request: string, from: string, to: string, amount: bigint): Outcome {
    return this.#once(`${from} ${key}`, request, () => {
      const legs = new Map([
        [availableOf(from), -amount],
        [availableOf(to), amount],
      ]);
      return this.#limited(`${from} sends`, amount, legs);
    });
  }

  /** Offers USDT for an amount of USD; the quote is named by the caller. */
  quote(name: string, member: string, given: bigint): void {
    const { numerator, denominator, feePpm, validSeconds } = this.#rate;
    const gross = (given * numerator) / denominator;
    const fee = roundUp(gross * feePpm, 1_000_000n);
    const needed = roundUp(gross * denominator, numerator);
    const legs = new Map([
      [availableOf(member), -given],
      [`${system} took`, needed],
      [`${system} rounding`, given - needed],
      [usdtOf(member), gross - fee],
      [`${system} fee`, fee],
      [`${system} gave`, -gross],
    ]);
    this.#quotes.set(name, { member, legs, given, expiresAt: this.#seconds + validSeconds, used: false });
  }

  /** Does what a quote says, once, while it is valid. */
  exchange(key: string, request: string, member: string, quoteName: string): Outcome {
    return this.#once(`${member} ${key}`, request, () => {
      const quote = this.#quotes.get(quoteName);
      if (quote?.member !== member || quote.used || quote.expiresAt <= this.#seconds) return 'exchange.quote_expired';
      const verdict = this.#limited(`${member} exchanges`, quote.given, quote.legs);
      if (typeof verdict !== 'string') quote.used = true;
      return verdict;
    });
  }

  /** Reserves money; the hold is named by the key that made it. */
  hold(key: string, request: string, member: string, amount: bigint): Outcome {
    return this.#once(`${member} ${key}`, request, () => {
      const legs = new Map([
        [availableOf(member), -amount],
        [pendingOf(member), amount],
      ]);
      if (!this.#affords(legs)) return 'money.insufficient_balance';
      this.#holds.set(`${member} ${key}`, { member, amount, open: true });
      return { legs, partOfHold: true };
    });
  }

  /** Ends a hold: `settled` goes to the platform (0 releases it), the rest back. */
  endHold(key: string, request: string, member: string, holdKey: string, settled: bigint): Outcome {
    return this.#once(`${member} ${key}`, request, () => {
      const held = this.#holds.get(`${member} ${holdKey}`);
      if (!held?.open) return 'money.hold_ended';
      const taken = settled > held.amount ? held.amount : settled;
      held.open = false;
      const legs = new Map([
        [pendingOf(member), -held.amount],
        [availableOf(member), held.amount - taken],
        [system, taken],
      ]);
      return { legs, partOfHold: true };
    });
  }

  /** Undoes a journal of the same member, once, if what was received is still there. */
  reverse(key: string, request: string, member: string, journalKey: string): Outcome {
    return this.#once(`${member} ${key}`, request, () => {
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
  #once(key: string, request: string, action: () => Moved | Outcome): Outcome {
    const known = this.#journals.get(key);
    if (known) return known.request === request ? 'replayed' : 'idempotency.key_reused';
    const moved = action();
    if (typeof moved === 'string') return moved;
    this.#move(moved.legs);
    this.#journals.set(key, { ...moved, request, reversed: false });
    return 'done';
  }

  /** Refuses by the limits of one posting first, then by the balance, then by the day's. */
  #limited(who: string, amount: bigint, legs: Legs): Moved | Outcome {
    if (amount < this.#rule.minimum) return 'money.below_minimum';
    if (amount > this.#rule.maximum) return 'money.above_maximum';
    if (!this.#affords(legs)) return 'money.insufficient_balance';
    const used = (this.#usedToday.get(who) ?? 0n) + amount;
    if (used > this.#rule.dayMaximum) return 'money.daily_limit';
    this.#usedToday.set(who, used);
    return { legs };
  }

  #affords(legs: Legs): boolean {
    return [...legs].every(
      ([account, amount]) => ofSystem(account) || (this.balances.get(account) ?? 0n) + amount >= 0n,
    );
  }

  #move(legs: Legs): void {
    for (const [account, amount] of legs) {
      if (amount === 0n) continue;
      this.balances.set(account, (this.balances.get(account) ?? 0n) + amount);
      this.history.set(account, [...(this.history.get(account) ?? []), amount]);
    }
  }
}

const roundUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
