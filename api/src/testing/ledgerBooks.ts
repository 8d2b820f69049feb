import { type AccountId, accountOf, type MemberAccount, memberAccounts } from '../ledger/accounts.ts';
import { availableOf, type ModelLedger, pendingOf, usdtOf } from '../ledger/model.ts';
import { type Person, people } from './ledgerCommands.ts';
import type { TestDatabase } from './testDatabase.ts';

/** The same thing as each side reports it. */
export interface BothSides {
  readonly model: unknown;
  readonly postgres: unknown;
}

const kept: readonly [name: (who: Person) => string, account: MemberAccount][] = [
  [availableOf, 'usdAvailable'],
  [pendingOf, 'usdPending'],
  [usdtOf, 'usdtAvailable'],
];

/** What members' accounts hold, on the model and in Postgres. */
export class LedgerBooks {
  readonly #own: TestDatabase;
  readonly #model: ModelLedger;
  readonly #accounts: readonly {
    readonly name: string;
    readonly owner: string;
    readonly code: number;
    readonly id: AccountId;
  }[];

  constructor(own: TestDatabase, model: ModelLedger, members: ReadonlyMap<Person, string>) {
    this.#own = own;
    this.#model = model;
    this.#accounts = people.flatMap((who) =>
      kept.map(([nameOf, account]) => {
        const owner = members.get(who) ?? '';
        return { name: nameOf(who), owner, code: memberAccounts[account].code, id: accountOf(owner, account) };
      }),
    );
  }

  /** Balance and history of every account. */
  async balances(): Promise<BothSides> {
    const rows = await this.#own.sql<{ id: string; balance: string; history: string[] }>(
      `SELECT a.id, a.balance, array_agg(p.amount ORDER BY p.seq) AS history
         FROM account a JOIN posting p ON p.account = a.id WHERE a.id = ANY ($1::bigint[]) GROUP BY a.id`,
      [this.#accounts.map(({ id }) => id.toString())],
    );
    const byName = new Map(rows.map(({ id, balance, history }) => [id, { balance, history }]));
    const none = { balance: '0', history: [] };
    return {
      postgres: Object.fromEntries(this.#accounts.map(({ name, id }) => [name, byName.get(id.toString()) ?? none])),
      model: Object.fromEntries(
        this.#accounts.map(({ name }) => [
          name,
          {
            balance: String(this.#model.balances.get(name) ?? 0n),
            history: (this.#model.history.get(name) ?? []).map(String),
          },
        ]),
      ),
    };
  }

  /** Statements of this month, as the ledger notifies them, and as the model's history adds up. */
  async statements(): Promise<BothSides> {
    const postgres = await this.#own.sql(
      `SELECT owner, s.code, s.opening::int, s.incoming::int, s.outgoing::int, s.closing::int, s.postings::int
         FROM unnest($1::bigint[]) WITH ORDINALITY AS member (owner, n)
         CROSS JOIN LATERAL statement(owner, date_trunc('month', now()), date_trunc('month', now()) + interval '1 month') s
        ORDER BY n, s.code`,
      [[...new Set(this.#accounts.map(({ owner }) => owner))]],
    );
    const model = this.#accounts.flatMap(({ name, owner, code }) => {
      const history = this.#model.history.get(name);
      return history ? [{ owner, code, ...addedUp(history) }] : [];
    });
    return { model, postgres };
  }
}

function addedUp(history: readonly bigint[]) {
  const sum = (amounts: readonly bigint[]): number => Number(amounts.reduce((total, amount) => total + amount, 0n));
  return {
    opening: 0,
    incoming: sum(history.filter((amount) => amount > 0n)),
    outgoing: sum(history.map((amount) => (amount < 0n ? -amount : 0n))),
    closing: sum(history),
    postings: history.length,
  };
}
