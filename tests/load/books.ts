import { type Money, parseAmount, type Unit } from '@trellis/api-contract';
import { opening, type Person } from './crowd.ts';
import type { Moves } from './moves.ts';

/** What each member must have by what they were shown, in minor units: kept apart from the ledger. */
export class Books {
  readonly #balances = new Map<string, bigint>();

  constructor(crowd: readonly Person[]) {
    for (const { username } of crowd)
      for (const [unit, amount] of Object.entries(opening))
        this.#balances.set(`${username} ${unit}`, parseAmount(String(amount), unit as Unit) ?? 0n);
  }

  apply(moves: Moves): void {
    for (const [account, minor] of moves) this.#balances.set(account, (this.#balances.get(account) ?? 0n) + minor);
  }

  /** @returns in words, each balance of the product that is another than these books say */
  async differences({ username, client }: Person): Promise<string[]> {
    const { balances } = (await client.get('/api/v1/balances')).body as {
      balances: { unit: Unit; state: string; money: Money }[];
    };
    return Object.keys(opening).flatMap((unit) => {
      const result = balances.find((balance) => balance.unit === unit && balance.state === 'available')?.money;
      const expected = this.#balances.get(`${username} ${unit}`) ?? 0n;
      const has = result && parseAmount(result.amount, result.unit);
      return has === expected ? [] : [`${username} has ${result?.amount} ${unit}, reported ${expected} in minor units`];
    });
  }
}
