import { randomUUID } from 'node:crypto';
import type { Unit } from '@trellis/api-contract';
import pg from 'pg';
import { MovableClock } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { type AccountId, accountOf, systemAccount } from '../ledger/accounts.ts';
import { Ledger, type PostedJournal } from '../ledger/ledger.ts';
import { Quotes } from '../ledger/quotes.ts';
import { type Bind, Database, sqlState } from '../platform/db/database.ts';
import { setExchangeRate } from './marketRates.ts';
import { readDetails, type TableLine } from './moneyTable.ts';
import { freezePayouts, setMaximumAge } from './rules.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Notes every SQLSTATE that the database answers with, also those that the ledger reports as one and the same code. */
class ObservedDatabase extends Database {
  readonly states = new Set<string>();

  override async rows<Row extends object>(sql: string, bind: readonly Bind[] = []): Promise<Row[]> {
    return super.rows<Row>(sql, bind).catch((error: unknown) => this.#note(error));
  }

  override async change(sql: string, bind: readonly Bind[], rows: { readonly rows: number | 'any' }): Promise<number> {
    return super.change(sql, bind, rows).catch((error: unknown) => this.#note(error));
  }

  #note(error: unknown): never {
    this.states.add(sqlState(error) ?? '');
    throw error;
  }
}

/** Members 1 to 4 of the tree. Any other name is nobody's. */
const members = ['ann', 'bob', 'cat', 'dan'];

/** What the steps of a table of results do to a ledger. */
export class MoneySteps {
  readonly #own: TestDatabase;
  readonly #database: ObservedDatabase;
  readonly #ledger: Ledger;
  readonly #quotes: Quotes;
  readonly #clock = new MovableClock();
  readonly #made = new Map<string, string>();

  constructor(own: TestDatabase) {
    this.#own = own;
    this.#database = new ObservedDatabase({ url: own.coreUrl, poolSize: 2 });
    this.#ledger = new Ledger(this.#database);
    this.#quotes = new Quotes(this.#database, this.#clock);
  }

  /** Every SQLSTATE that was met. */
  get states(): ReadonlySet<string> {
    return this.#database.states;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** `done`, `replayed`, the catalogue's code of a refusal, or the SQLSTATE of what is not in the catalogue. */
  async run(line: TableLine): Promise<string> {
    const action = this.#steps[line.step];
    if (!action) throw new Error(`no step is called ${line.step}`);
    try {
      const result = await action(line);
      return typeof result === 'string' ? result : 'done';
    } catch (error) {
      const state = sqlState(error);
      if (state !== undefined) this.#database.states.add(state);
      if (error instanceof AppError) return error.code;
      if (state !== undefined) return state;
      throw error;
    }
  }

  /** `ann 5 USD, fee 1 USDT`: what these accounts hold, in the same words. */
  async balances(request: string): Promise<string> {
    const hits: string[] = [];
    for (const part of request.split(', ')) {
      const [who, what] = readDetails(/^(\w+) \d+ (\w+)$/, part);
      const id = accountNamed(`${who} ${what}`).toString();
      const [row] = await this.#own.sql<{ balance: string }>('SELECT balance FROM account WHERE id = $1', [id]);
      hits.push(`${who} ${row?.balance ?? 0} ${what}`);
    }
    return hits.join(', ');
  }

  readonly #steps: Record<string, (line: TableLine) => Promise<unknown>> = {
    open: ({ details, key }) => {
      const [who, amount] = readDetails(/^(\w+) (\d+) USD$/, details);
      const legs = [leg(`${who} USD`, amount), { account: systemAccount('usdCustody'), amountMinor: -BigInt(amount) }];
      return this.#moved(key, () => this.#ledger.post({ ...keyed(who, key, details), kind: 'opening', legs }));
    },
    transfer: ({ details, key }) => {
      const [from, to, amount] = readDetails(/^(\w+) to (\w+) (\d+)$/, details);
      const legs = [leg(`${from} USD`, `-${amount}`), leg(`${to} USD`, amount)];
      const limit = { operation: 'transfer', unit: 'USD', amountMinor: BigInt(amount) } as const;
      return this.#moved(key, () => this.#ledger.post({ ...keyed(from, key, details), kind: 'transfer', legs, limit }));
    },
    hold: ({ details, key }) => {
      const [who, amount] = readDetails(/^(\w+) (\d+)$/, details);
      const [source, pending] = [accountNamed(`${who} USD`), accountNamed(`${who} pending`)];
      return this.#moved(key, () =>
        this.#ledger.hold({ ...keyed(who, key, details), source, pending, amountMinor: BigInt(amount) }),
      );
    },
    settle: ({ details, key }) => {
      const [who, amount, held] = readDetails(/^(\w+) (\d+) of (\w+)$/, details);
      const legs = [leg('fee USD', amount)];
      return this.#moved(key, () =>
        this.#ledger.endHold({ ...keyed(who, key, details), holdId: this.#idOf(held), legs }),
      );
    },
    pay: ({ details, key }) => {
      const [who, amount, held] = readDetails(/^(\w+) (\d+) of (\w+)$/, details);
      const legs = [{ account: systemAccount('usdCustody'), amountMinor: BigInt(amount) }];
      return this.#moved(key, () =>
        this.#ledger.endHold({ ...keyed(who, key, details), holdId: this.#idOf(held), legs }),
      );
    },
    release: ({ details, key }) => {
      const [who, held] = readDetails(/^(\w+) (\w+)$/, details);
      return this.#moved(key, () =>
        this.#ledger.endHold({ ...keyed(who, key, details), holdId: this.#idOf(held), legs: [] }),
      );
    },
    reverse: ({ details, key }) => {
      const [who, journal] = readDetails(/^(\w+) (\w+)$/, details);
      return this.#moved(key, () =>
        this.#ledger.reverse({ ...keyed(who, key, details), journalId: this.#idOf(journal) }),
      );
    },
    rate: ({ details }) => {
      const [numerator, denominator, percent] = readDetails(/^USD to USDT (\d+)\/(\d+), fee (\d+) %$/, details);
      // A little before now: the quote asks with a clock that counts milliseconds only.
      return setExchangeRate(this.#own, {
        numerator,
        denominator,
        feePpm: String(Number(percent) * 10_000),
        from: "clock_timestamp() - interval '100 milliseconds'",
      });
    },
    /** At one person's word. */
    alone: ({ details }) => {
      const [numerator, denominator] = readDetails(/^USDT to (\d+)\/(\d+)$/, details);
      return this.#own.sql(`SELECT set_market_rate('USDT', 'USD', $1, $2, 'x', $3, 'operator:ann', $3, 'x')`, [
        numerator,
        denominator,
        this.#clock.now(),
      ]);
    },
    /** How old the rate in force may be. */
    age: ({ details }) => {
      const [most] = readDetails(/^USDT at most (.+)$/, details);
      return setMaximumAge(this.#own, 'USDT', most === 'any' ? null : Number.parseInt(most ?? '', 10) / 1000);
    },
    /** From now on there is none. */
    unset: () =>
      this.#own.sql('UPDATE market_rate SET during = tstzrange(lower(during), $1) WHERE during @> $1::timestamptz', [
        this.#clock.now(),
      ]),
    quote: async ({ details, key }) => {
      const [who, amount, from, to] = readDetails(/^(\w+) (\d+) (\w+) to (\w+)$/, details);
      const { id } = await this.#quotes.make(memberId(who), from as Unit, to as Unit, BigInt(amount));
      if (key !== undefined) this.#made.set(key, id);
    },
    exchange: ({ details, key }) => {
      const [who, quote] = readDetails(/^(\w+) by (\w+)$/, details);
      return this.#moved(key, () =>
        this.#ledger.exchange({ ...keyed(who, key, details), quoteId: this.#idOf(quote), now: this.#clock.now() }),
      );
    },
    wait: async ({ details }) => {
      const [seconds] = readDetails(/^(\d+) seconds$/, details);
      this.#clock.advance(Number(seconds) * 1000);
    },
    /** The posting function itself, past the ledger, which puts legs in order. */
    post: async ({ details }) => {
      const [legs, level, payer] = readDetails(/^(.+?)(?:, at (.+?))?(?:, counted for (\w+))?$/, details);
      const parts = legs.split(', ').map((part) => readDetails(/^(\w+) ([+-]\d+)$/, part));
      const accounts = parts.map(([who]) => accountNamed(`${who} USD`).toString());
      const client = new pg.Client({ connectionString: this.#own.ownerUrl });
      await client.connect();
      try {
        await client.query(`BEGIN ISOLATION LEVEL ${level === '' ? 'read committed' : level}`);
        await client.query(
          `SELECT post(gen_random_uuid(), $3, 'by hand', '\\x00', 'opening', '{}', $1, $2, $4, 'USD', 5)`,
          [
            accounts,
            parts.map(([, amount]) => amount),
            memberId(payer === '' ? 'ann' : payer),
            payer === '' ? null : 'transfer',
          ],
        );
      } finally {
        await client.end();
      }
    },
    verify: ({ details }) => {
      if (details === 'a fault is found') return freezePayouts(this.#own);
      // By the owner's hand: members of these books have no place in the tree, which the database would find.
      return this.#own.sql(
        `INSERT INTO verification_run (started_at, ended_at, findings) VALUES (product_now(), product_now(), '[]')`,
      );
    },
    unfreeze: ({ details }) => this.#own.sql('SELECT end_payout_freeze($1)', [details]),
    delete: ({ details }) => this.#own.sql(`DELETE FROM ${details}`),
  };

  /** A replay must name the journal of before. */
  async #moved(key: string | undefined, work: () => Promise<PostedJournal>): Promise<string> {
    const { id, replayed } = await this.#database.inTransaction(work);
    const before = this.#made.get(key ?? '');
    if (replayed && id !== before) throw new Error(`the replay named ${id}, and the first was ${before}`);
    if (!replayed && key !== undefined) this.#made.set(key, id);
    return replayed ? 'replayed' : 'done';
  }

  /** What a line before made under this key, or an id that nothing has. */
  #idOf(key: string): string {
    return this.#made.get(key) ?? randomUUID();
  }
}

function keyed(who: string, key: string | undefined, details: string) {
  return {
    owner: memberId(who),
    key: key ?? randomUUID(),
    requestHash: Buffer.from(details),
    memo: {},
    unit: 'USD' as const,
  };
}

const memberId = (name: string): string => String(members.indexOf(name) + 1 || 99);
const leg = (account: string, amount: string) => ({ account: accountNamed(account), amountMinor: BigInt(amount) });

function accountNamed(name: string): AccountId {
  const [who = '', what] = name.split(' ');
  if (who === 'fee') return systemAccount(what === 'USDT' ? 'usdtFee' : 'usdFee');
  if (who === 'rounding') return systemAccount('usdRounding');
  const account = { USD: 'usdAvailable', USDT: 'usdtAvailable', pending: 'usdPending' } as const;
  return accountOf(memberId(who), account[what as keyof typeof account]);
}
