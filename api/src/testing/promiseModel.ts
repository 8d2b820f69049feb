import { isRefused } from '../ground/refused.ts';
import { beginningOf, type UtcDay, utcDayOf } from '../ground/utcDay.ts';
import { memberAccounts, type SystemAccount } from '../ledger/accounts.ts';
import type { PackageTerms } from '../products/packages/packageTerms.ts';
import type { CpRate, StakeTerms } from '../products/stakes/stakeTerms.ts';
import type { AccountName, Amounts } from './model/amounts.ts';
import { mirrored } from './model/amounts.ts';
import { type MaturityChoice, type MaturityOutcome, mature } from './model/maturity.ts';
import { dueLoops, purchaseAmounts, releaseAmounts } from './model/packageJournals.ts';
import { type PackageQuote, quotePackage } from './model/packageQuote.ts';
import { endPayout } from './model/payoutEnd.ts';
import { choiceClosesAt, type StakeContract } from './model/stakeContract.ts';
import { startAmounts } from './model/stakeJournals.ts';
import { quoteStake } from './model/stakeQuote.ts';

interface ModelPackage {
  readonly id: string;
  readonly quote: PackageQuote;
  readonly released: Set<number>;
  cancelled: boolean;
}

interface ModelStake {
  contract: StakeContract;
  choice: MaturityChoice | undefined;
  /** Profit that waits in the queue, oldest first. */
  readonly profits: bigint[];
}

interface ModelMember {
  readonly packages: ModelPackage[];
  readonly stakes: ModelStake[];
}

/**
 * Packages, stakes, pools and what is promised, without a database: the product's own arithmetic, and balances that are added
 * up in a map. It is reported the ids that the product has given, and says what must be. Amounts are minor units.
 */
export class PromiseModel {
  readonly packageTerms: PackageTerms;
  readonly stakeTerms: StakeTerms;
  rate: CpRate = { numerator: 1n, denominator: 1n };
  readonly #balances: Map<string, bigint>;
  readonly members: ReadonlyMap<string, ModelMember>;

  /** @param balances by member and account (`emma usdAvailable`), the platform's by account alone */
  constructor(
    terms: { readonly package: PackageTerms; readonly stake: StakeTerms },
    members: readonly string[],
    balances: ReadonlyMap<string, bigint>,
  ) {
    this.packageTerms = terms.package;
    this.stakeTerms = terms.stake;
    this.members = new Map(members.map((name) => [name, { packages: [], stakes: [] }]));
    this.#balances = new Map(balances);
  }

  balanceOf(account: AccountName, member = ''): bigint {
    return this.#balances.get(keyOf(account, member)) ?? 0n;
  }

  /** From custody. */
  give(member: string, amount: bigint): void {
    this.#move(member, new Map([['usdAvailable', amount]]));
  }

  fund(pool: SystemAccount, amount: bigint): void {
    this.#move('', new Map([[pool, amount]]));
  }

  buy(
    member: string,
    order: { level: string } | { custom: bigint },
    shownReward: bigint,
    now: Date,
    cancelDays: number,
  ) {
    const quote = quotePackage(this.packageTerms, {
      ...order,
      rp: 0n,
      usdAvailable: this.balanceOf('usdAvailable', member),
      rpAvailable: this.balanceOf('rpAvailable', member),
      freePool: this.balanceOf('packageRewardPool'),
      shownReward,
      startedAt: now,
      cancelDays,
      open: true,
      suspended: false,
    });
    if (isRefused(quote)) return quote.refused;
    return {
      reward: quote.reward,
      done: (id: string) => {
        this.#move(member, purchaseAmounts(quote));
        this.#of(member).packages.push({ id, quote, released: new Set(), cancelled: false });
      },
    };
  }

  cancelPackage(member: string, index: number, now: Date): string {
    const bought = this.#of(member).packages[index];
    const until = bought?.quote.cancelUntil;
    if (!bought || (!bought.cancelled && (until === undefined || now >= until))) return 'package.not_cancellable';
    if (!bought.cancelled) this.#move(member, mirrored(purchaseAmounts(bought.quote)));
    bought.cancelled = true;
    return 'done';
  }

  start(member: string, cp: bigint, shownReward: bigint, now: Date) {
    const quote = quoteStake(this.stakeTerms, {
      id: '',
      cp,
      rate: this.rate,
      usdAvailable: this.balanceOf('usdAvailable', member),
      freePool: this.balanceOf('stakeRewardPool'),
      contracts: this.#of(member).stakes.filter(({ contract }) => contract.state !== 'ended').length,
      shownReward,
      startedAt: now,
      open: true,
      suspended: false,
    });
    if (isRefused(quote)) return quote.refused;
    return {
      reward: quote.contract.reward,
      done: (id: string) => {
        const contract = { ...quote.contract, id };
        this.#move(member, startAmounts(contract));
        this.#of(member).stakes.push({ contract, choice: undefined, profits: [] });
      },
    };
  }

  /** `saved`, the outcome where it is carried out at once, or why it is refused. */
  choose(member: string, index: number, choice: MaturityChoice): string {
    const stake = this.#of(member).stakes[index];
    if (!stake || stake.contract.state === 'applied' || stake.contract.state === 'ended') return 'stake.not_open';
    const closesAt = choiceClosesAt(this.stakeTerms, stake.contract);
    if (closesAt && choice.chosenAt >= closesAt) return 'stake.choice_closed';
    if (stake.contract.state === 'ongoing') {
      stake.choice = choice;
      return 'saved';
    }
    const { outcome, reason } = this.#mature(member, stake, choice);
    if (outcome !== 'unlocked') return outcome;
    return reason === 'usd_first' ? 'stake.usd_first' : 'stake.terms_changed';
  }

  /** The payout of a whole contract, or the oldest of its profits, is cancelled. */
  cancelPayout(member: string, index: number): void {
    const stake = this.#of(member).stakes[index];
    if (!stake) throw new Error('there is no such stake');
    const isApplied = stake.contract.state === 'applied';
    const payout = isApplied ? stake.contract.payout : (stake.profits.shift() ?? 0n);
    const { contract, journals } = endPayout({ ...stake.contract, payout }, false);
    stake.contract = contract;
    for (const { amounts } of journals) this.#move(member, amounts);
  }

  /** A member looks: loops that are due come back, and what is over is carried out; what is paid out first. */
  look(member: string, now: Date): void {
    const { packages, stakes } = this.#of(member);
    for (const { quote, released, cancelled } of packages)
      if (!cancelled)
        for (const loop of dueLoops(quote.loops, released, now)) {
          released.add(loop.n);
          this.#move(member, releaseAmounts(loop));
        }
    const today = utcDayOf(now);
    const due = stakes.filter(({ contract }) => contract.state === 'ongoing' && dayOf(contract) <= today);
    const order = ({ contract, choice }: ModelStake) => [
      choice?.to === 'address' ? 0 : 1,
      dayOf(contract),
      choice?.to === 'address' ? -choice.option : 0,
    ];
    const sorted = due.toSorted((a, b) => compare([...order(a), a.contract.id], [...order(b), b.contract.id]));
    for (const stake of sorted) {
      const { choice } = stake;
      stake.choice = undefined;
      this.#mature(member, stake, choice);
    }
  }

  #mature(member: string, stake: ModelStake, choice: MaturityChoice | undefined) {
    const profit = stake.contract.reward;
    const maturity = mature(this.stakeTerms, stake.contract, choice, {
      freePool: this.balanceOf('stakeRewardPool'),
      usdAvailable: this.balanceOf('usdAvailable', member),
      open: true,
      suspended: false,
      locked: false,
      addressUsable: true,
    });
    stake.contract = maturity.contract;
    for (const { amounts } of maturity.journals) this.#move(member, amounts);
    if (maturity.outcome === 'renewed_applied') stake.profits.push(profit);
    return maturity as { readonly outcome: MaturityOutcome; readonly reason: string | undefined };
  }

  #of(member: string): ModelMember {
    const result = this.members.get(member);
    if (!result) throw new Error(`there is no ${member}`);
    return result;
  }

  #move(member: string, amounts: Amounts): void {
    for (const [account, amount] of amounts) {
      const key = keyOf(account, member);
      this.#balances.set(key, (this.#balances.get(key) ?? 0n) + amount);
    }
  }
}

export const keyOf = (account: AccountName, member: string): string =>
  account in memberAccounts ? `${member} ${account}` : account;

const dayOf = ({ maturesAt }: StakeContract): UtcDay => utcDayOf(maturesAt ?? beginningOf(0));

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? 0;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
