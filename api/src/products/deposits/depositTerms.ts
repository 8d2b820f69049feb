import { type DepositChain, depositChains, depositNetworks, money, parseAmount } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Chains } from '../../chain/config/chainConfig.ts';
import type { Cursors } from '../../chain/watch/cursors.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { Rate } from '../../ledger/rates.ts';
import type { DepositAddresses } from './depositAddresses.ts';
import { type DepositRules, neededFor } from './depositValue.ts';

type Network = AnswerOf<'member', 'getDepositTerms'>['networks'][number];

export interface DepositTermsParts {
  readonly clock: Clock;
  readonly chains: Chains;
  readonly cursors: Cursors;
  readonly rules: DepositRules;
  readonly addresses: DepositAddresses;
}

const rateDecimals = 6;

/** What a member is shown before anything is sent. */
export class DepositTerms {
  readonly #parts: DepositTermsParts;

  constructor(parts: DepositTermsParts) {
    this.#parts = parts;
  }

  async read(memberId: string): Promise<AnswerOf<'member', 'getDepositTerms'>> {
    const { clock, rules, addresses, chains } = this.#parts;
    const now = clock.now();
    const [rule, rate, own] = await Promise.all([rules.at(now), this.#rateNow(), addresses.states(memberId)]);
    const networks = depositChains.map(
      async (chain): Promise<Network> => ({
        chain,
        standard: depositNetworks[chain].standard,
        state: await this.#state(chain),
        minimum: money(rule.minimum, 'USDT'),
        fee: money(rule.fee, 'USDT'),
        confirmations: chains.get(chain)?.confirmations ?? 0,
        rate: rate ? decimalRate(rate) : null,
        address: own.get(chain) ?? 'none',
      }),
    );
    return { networks: await Promise.all(networks) };
  }

  /** @throws AppError rate.unavailable, rate.stale; money.amount_format */
  async neededFor(amount: string): Promise<AnswerOf<'member', 'getNeededDeposit'>> {
    const usd = parseAmount(amount, 'USD');
    if (usd === undefined || usd === 0n) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    const { clock, rules } = this.#parts;
    const now = clock.now();
    const [{ minimum, fee }, rate] = [await rules.at(now), await rules.rate(now)];
    return {
      amount: money(usd, 'USD'),
      fee: money(fee, 'USDT'),
      needed: money(neededFor(usd, fee, rate), 'USDT'),
      minimum: money(minimum, 'USDT'),
      rate: decimalRate(rate),
    };
  }

  async #state(chain: DepositChain): Promise<Network['state']> {
    const config = this.#parts.chains.get(chain);
    if (!config) return 'off';
    const cursor = await this.#parts.cursors.read({ chain, token: config.token.account, kind: 'main' });
    if (cursor?.haltedReason !== undefined || (await this.#parts.cursors.isLate(chain))) return 'paused';
    return 'open';
  }

  async #rateNow(): Promise<Rate | undefined> {
    try {
      return await this.#parts.rules.rate(this.#parts.clock.now());
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

/** Cut, for showing alone: nothing is computed with it. */
function decimalRate({ numerator, denominator }: Rate): string {
  const digits = ((numerator * 10n ** BigInt(rateDecimals)) / denominator).toString().padStart(rateDecimals + 1, '0');
  const fraction = digits.slice(-rateDecimals).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -rateDecimals)}.${fraction}`;
}
