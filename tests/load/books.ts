import { type Money, parseAmount, type Unit } from '@trellis/api-contract';
import { opening, type Person } from './crowd.ts';

/** What each member must have by what they were shown, in minor units: kept apart from the ledger. */
export class Books {
  readonly #balances = new Map<string, bigint>();

  constructor(crowd: readonly Person[]) {
    for (const { username } of crowd)
      for (const [unit, amount] of Object.entries(opening))
        this.add(username, { amount: String(amount), unit: unit as Unit });
  }

  add(username: string, money: Money): void {
    this.#move(username, money, 1n);
  }

  take(username: string, money: Money): void {
    this.#move(username, money, -1n);
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

  #move(username: string, { amount, unit }: Money, sign: bigint): void {
    const minor = parseAmount(amount, unit);
    if (minor === undefined) throw new Error(`no amount: ${amount} ${unit}`);
    const key = `${username} ${unit}`;
    this.#balances.set(key, (this.#balances.get(key) ?? 0n) + sign * minor);
  }
}
