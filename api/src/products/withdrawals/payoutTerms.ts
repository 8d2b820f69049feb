import { isAbout, type PayoutAsset, type PayoutChain, unitScale } from '@trellis/api-contract';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { quotedRate } from '../../ledger/decimalRatio.ts';
import type { Rate, Rates } from '../../ledger/rates.ts';

export type SourceUnit = 'USD' | 'USDT';

/** What can be sent, where, and what that costs in minor units of the asset. */
export interface PayoutOption {
  readonly asset: PayoutAsset;
  readonly chain: PayoutChain;
  readonly feeMinor: bigint;
}

/** What a member wants: an amount of a unit of theirs, in minor units, sent as an asset on a chain. */
export interface PayoutRequest extends Pick<PayoutOption, 'asset' | 'chain'> {
  readonly unit: SourceUnit;
  readonly amountMinor: bigint;
}

/** What a request comes to, in minor units of the asset. */
export interface PayoutAmounts {
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly receivedMinor: bigint;
  /** In USD minor units: what the rules go by. */
  readonly usdMinor: bigint;
  /** The asset's; `undefined` where the unit is the asset. */
  readonly rate: Rate | undefined;
  /** Of the unit in the asset, for one whole unit, to eight places; `undefined` as above. */
  readonly rateText: string | undefined;
  /** Where the rate is that of the approval: the least that is offered to be accepted. */
  readonly leastMinor: bigint | undefined;
  /** When these rates and rules were in force. */
  readonly at: Date;
}

/** What a network passes on; less of it is no payment. */
const relayedFrom: Readonly<Partial<Record<PayoutAsset, bigint>>> = { BTC: 546n };

/** Whose rate moves too much for an amount to stand until somebody approves it. */
const floats = (asset: PayoutAsset): boolean => asset !== 'USDT';

/** What is paid out as what, at which fee and rate. Fees are whole, and what is received is rounded down. */
export class PayoutTerms {
  readonly #rules: Rules;
  readonly #clock: Clock;
  readonly #rates: Rates;

  constructor(rules: Rules, clock: Clock, rates: Rates) {
    this.#rules = rules;
    this.#clock = clock;
    this.#rates = rates;
  }

  /** Every payout that has a fee. */
  async options(): Promise<PayoutOption[]> {
    return [...(await this.#rules.all('withdrawalFee'))].map(([payout, { fee: feeMinor }]) => {
      const [asset, chain] = payout.split('-') as [PayoutAsset, PayoutChain];
      return { asset, chain, feeMinor };
    });
  }

  /** Whether the asset has a rate that is good now. */
  async isOpen({ asset }: PayoutOption): Promise<boolean> {
    return this.#rates.at(asset, 'USD', this.#clock.now()).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && isAbout(error.code, 'rate')) return false;
        throw error;
      },
    );
  }

  /**
   * What a request gives at the rates of now.
   * @throws AppError field.choice, rate.unavailable, rate.stale, withdrawal.below_fee
   */
  async amountsOf({ unit, amountMinor, asset, chain }: PayoutRequest): Promise<PayoutAmounts> {
    const option = (await this.options()).find((each) => each.asset === asset && each.chain === chain);
    if (!option) throw fieldError([{ path: 'chain', code: 'field.choice' }]);
    const now = this.#clock.now();
    const given = unit === 'USDT' ? await this.#rates.at('USDT', 'USD', now) : { numerator: 1n, denominator: 1n };
    const usdMinor = (amountMinor * given.numerator) / given.denominator;
    const same = unit === asset;
    const rate = same ? undefined : await this.#rates.at(asset, 'USD', now);
    const scale = 10n ** BigInt(unitScale[asset] - unitScale[unit]);
    // What one of the unit is in the asset.
    const [numerator, denominator] = rate
      ? [given.numerator * rate.denominator, given.denominator * rate.numerator]
      : [1n, 1n];
    const grossMinor = (amountMinor * scale * numerator) / denominator;
    const receivedMinor = grossMinor - option.feeMinor;
    if (receivedMinor < (relayedFrom[asset] ?? 1n))
      throw fieldError([{ path: 'amount', code: 'withdrawal.below_fee' }]);
    return {
      grossMinor,
      receivedMinor,
      usdMinor,
      rate,
      feeMinor: option.feeMinor,
      rateText: same
        ? undefined
        : quotedRate(
            { numerator, denominator },
            { minor: amountMinor, scale: unitScale[unit] },
            { minor: grossMinor, scale: unitScale[asset] },
          ),
      leastMinor: floats(asset) ? leastOf(receivedMinor, asset) : undefined,
      at: now,
    };
  }
}

/** A twentieth less than at the rate of now, and no less than what a network passes on. */
function leastOf(receivedMinor: bigint, asset: PayoutAsset): bigint {
  const least = (receivedMinor * 19n) / 20n;
  const relayed = relayedFrom[asset] ?? 1n;
  return least < relayed ? relayed : least;
}
