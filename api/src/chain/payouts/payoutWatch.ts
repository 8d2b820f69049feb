import type { PayoutChain } from '@trellis/api-contract';
import type { OpenPayout, RecordedPayouts } from './recordedPayouts.ts';
import type { PayoutSighting, PayoutSource } from './sighting.ts';

const voidedEveryMs = 60_000;

/**
 * Asks a chain about the payouts that operators have recorded, and notifies the withdrawals. What is not found stays open,
 * for it may still come; a no is only said when nothing can change any more.
 */
export class PayoutWatch {
  readonly #payouts: RecordedPayouts;
  readonly #chain: PayoutChain;
  readonly #source: PayoutSource;
  /** By the process's own time, when those that were voided are to be looked at again. */
  #voidedFrom = 0;

  constructor(payouts: RecordedPayouts, chain: PayoutChain, source: PayoutSource) {
    this.#payouts = payouts;
    this.#chain = chain;
    this.#source = source;
  }

  /**
   * Looks at each open payout once, and now and then at those that were voided. One that cannot be looked at holds up
   * none behind it.
   * @throws ChainFault; AppError money.payouts_frozen, withdrawal.tx_used
   */
  async step(): Promise<void> {
    const refused: unknown[] = [];
    for (let after = '0'; ; ) {
      const page = await this.#payouts.open(this.#chain, after);
      for (const payout of page) {
        const sighting = await this.#source.look(payout);
        const report = async () => {
          await this.#payouts.unknown(payout.id, sighting === 'unknown');
          if (typeof sighting === 'object') await this.#report(payout, sighting);
        };
        await report().catch((error: unknown) => refused.push(error));
      }
      const last = page.at(-1);
      if (!last) break;
      after = last.id;
    }
    await this.#lookAtVoided();
    if (refused.length > 0) throw refused[0];
  }

  async #lookAtVoided(): Promise<void> {
    if (performance.now() < this.#voidedFrom) return;
    this.#voidedFrom = performance.now() + voidedEveryMs;
    for (const payout of await this.#payouts.voided(this.#chain)) {
      const sighting = await this.#source.look(payout);
      const [ordinal] = typeof sighting === 'object' ? sighting.matches : [];
      if (ordinal !== undefined) await this.#payouts.foundVoided(payout, ordinal);
    }
  }

  async #report(payout: OpenPayout, sighting: PayoutSighting): Promise<void> {
    const { matches, others, fault, confirmations, needed, isFinal } = sighting;
    const payouts = this.#payouts;
    const progress = await payouts.progressOf(payout);
    const free = matches.filter((ordinal) => !progress.used.has(ordinal));
    const [ordinal] = free;
    if (ordinal === undefined) {
      const other = others.find((each) => !progress.used.has(each.ordinal));
      if (isFinal && progress.state === 'recorded' && other) await payouts.mismatched(payout, other);
      else if (isFinal && progress.state === 'recorded')
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
