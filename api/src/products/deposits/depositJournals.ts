import { createHash } from 'node:crypto';
import { accountOf, systemAccount } from '../../ledger/accounts.ts';
import type { Ledger, Leg } from '../../ledger/ledger.ts';
import type { DepositValue } from './depositValue.ts';

/** A deposit as its journals name it. */
export interface DepositFacts {
  readonly memberId: string;
  /** `<chain> <transaction> <ordinal>`: what is posted under it is posted once. */
  readonly name: string;
  readonly usdt: bigint;
}

type Source = 'usdtCustody' | 'usdtSuspense';

/** The journals of deposits. USDT comes into custody, and is exchanged with the platform, who gives USD. */
export class DepositJournals {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Credits a deposit that has just come, or one that was reserved. @returns the journal's id */
  async credit({ memberId, name, usdt }: DepositFacts, value: DepositValue, source: Source): Promise<string> {
    return this.#post(memberId, `deposit ${name}`, 'deposit', [
      { account: accountOf(memberId, 'usdAvailable'), amountMinor: value.usd },
      { account: systemAccount(source), amountMinor: -usdt },
      { account: systemAccount('usdtFee'), amountMinor: value.fee },
      { account: systemAccount('usdtRounding'), amountMinor: value.rounding },
      { account: systemAccount('usdtExchange'), amountMinor: value.exchanged },
      { account: systemAccount('usdExchange'), amountMinor: -value.usd },
    ]);
  }

  /** Puts what arrived into suspense: it is somebody's, and not (yet) on their balance. */
  async holdInSuspense({ memberId, name, usdt }: DepositFacts): Promise<void> {
    await this.#post(memberId, `deposit aside ${name}`, 'deposit_aside', [
      { account: systemAccount('usdtCustody'), amountMinor: -usdt },
      { account: systemAccount('usdtSuspense'), amountMinor: usdt },
    ]);
  }

  async #post(owner: string, key: string, kind: 'deposit' | 'deposit_aside', allLegs: readonly Leg[]): Promise<string> {
    const legs = allLegs.filter(({ amountMinor }) => amountMinor !== 0n);
    const requestHash = createHash('sha256')
      .update(legs.map(({ account, amountMinor }) => `${account} ${amountMinor}`).join('\n'))
      .digest();
    const { id } = await this.#ledger.post({ owner, key, requestHash, kind, memo: {}, legs, unit: 'USDT' });
    return id;
  }
}
