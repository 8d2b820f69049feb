import type { PayoutChain } from '@trellis/api-contract';
import type { OpenPayout, RecordedPayouts } from './recordedPayouts.ts';
import type { PayoutSighting, PayoutSource } from './sighting.ts';

/**
 * Asks a chain about the payouts that operators have recorded, and tells the withdrawals. What is not found stays open,
 * for it may still come; a no is only said when nothing can change any more.
 */
export class PayoutWatch {
  readonly #payouts: RecordedPayouts;
  readonly #chain: PayoutChain;
  readonly #source: PayoutSource;

  constructor(payouts: RecordedPayouts, chain: PayoutChain, source: PayoutSource) {
    this.#payouts = payouts;
    this.#chain = chain;
    this.#source = source;
  }

  /** Looks at each open payout once. @throws ChainFault; AppError money.payouts_frozen, withdrawal.tx_used */
  async step(): Promise<void> {
    for (const payout of await this.#payouts.open(this.#chain)) {
      const sighting = await this.#source.look(payout);
      if (sighting) await this.#tell(payout, sighting);
    }
  }

  async #tell(payout: OpenPayout, { matches, fault, confirmations, needed, isFinal }: PayoutSighting): Promise<void> {
    const payouts = this.#payouts;
    const progress = await payouts.progressOf(payout);
    const free = matches.filter((ordinal) => !progress.used.has(ordinal));
    const [ordinal] = free;
    if (ordinal === undefined) {
      if (isFinal && progress.state === 'recorded')
        await payouts.refuse(payout.id, fault ?? 'each of its transfers pays another withdrawal');
      return;
    }
    // One transfer pays one withdrawal: those that were seen before come first.
    if (progress.state === 'recorded' && progress.waiting >= free.length) return;
    if (isFinal) await payouts.complete(payout.id, ordinal, confirmations);
    else if (progress.state === 'recorded' || progress.confirmations !== confirmations)
      await payouts.seen(payout.id, confirmations, needed);
  }
}
