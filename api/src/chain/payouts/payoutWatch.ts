import type { PayoutChain } from '@trellis/api-contract';
import type { Database } from '../../db/database.ts';
import type { OpenPayout, Payouts } from '../../modules/withdrawals/payouts.ts';
import type { PayoutSighting, PayoutSource } from './sighting.ts';

export interface PayoutWatchParts {
  readonly database: Database;
  readonly payouts: Payouts;
}

/** How a payout stands beside the others that name the same transaction. */
interface Standing {
  readonly state: 'recorded' | 'seen';
  readonly confirmations: number;
  /** Places of the transaction that have paid another withdrawal. */
  readonly used: ReadonlySet<number>;
  /** Others that were seen there, want the very same, and are not confirmed yet. */
  readonly waiting: number;
}

interface StandingRow {
  readonly own: boolean;
  readonly same: boolean;
  readonly state: 'recorded' | 'seen' | 'confirmed';
  readonly confirmations: number;
  readonly ordinal: number | null;
}

/**
 * Asks a chain about the payouts that operators have recorded, and tells the withdrawals. What is not found stays open,
 * for it may still come; a no is only said when nothing can change any more.
 */
export class PayoutWatch {
  readonly #parts: PayoutWatchParts;
  readonly #chain: PayoutChain;
  readonly #source: PayoutSource;

  constructor(parts: PayoutWatchParts, chain: PayoutChain, source: PayoutSource) {
    this.#parts = parts;
    this.#chain = chain;
    this.#source = source;
  }

  /** Looks at each open payout once. @throws ChainFault; AppError money.payouts_frozen, withdrawal.tx_used */
  async step(): Promise<void> {
    for (const payout of await this.#parts.payouts.open(this.#chain)) {
      const sighting = await this.#source.look(payout);
      if (sighting) await this.#tell(payout, sighting);
    }
  }

  async #tell(payout: OpenPayout, { matches, fault, confirmations, needed, isFinal }: PayoutSighting): Promise<void> {
    const { payouts } = this.#parts;
    const standing = await this.#standing(payout);
    const free = matches.filter((ordinal) => !standing.used.has(ordinal));
    const [ordinal] = free;
    if (ordinal === undefined) {
      if (isFinal && standing.state === 'recorded')
        await payouts.refuse(payout.id, fault ?? 'each of its transfers pays another withdrawal');
      return;
    }
    // One transfer pays one withdrawal: those that were seen before come first.
    if (standing.state === 'recorded' && standing.waiting >= free.length) return;
    if (isFinal) await payouts.complete(payout.id, ordinal, confirmations);
    else if (standing.state === 'recorded' || standing.confirmations !== confirmations)
      await payouts.seen(payout.id, confirmations, needed);
  }

  async #standing({ id, chain, tx }: OpenPayout): Promise<Standing> {
    const rows = await this.#parts.database.query<StandingRow>(
      `SELECT p.id = $1 AS own, (w.address, w.received) = (mine.address, mine.received) AS same,
              p.state, p.confirmations, p.ordinal
         FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal,
              (SELECT address, received FROM withdrawal
                WHERE id = (SELECT withdrawal FROM withdrawal_payout WHERE id = $1)) mine
        WHERE p.chain = $2 AND p.tx = $3 AND p.state <> 'invalid'`,
      [id, chain, tx],
    );
    const own = rows.find((row) => row.own);
    return {
      state: own?.state === 'seen' ? 'seen' : 'recorded',
      confirmations: own?.confirmations ?? 0,
      used: new Set(rows.flatMap(({ state, ordinal }) => (state === 'confirmed' && ordinal !== null ? [ordinal] : []))),
      waiting: rows.filter((row) => !row.own && row.same && row.state === 'seen').length,
    };
  }
}
