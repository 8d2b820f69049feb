import type { PayoutChain } from '@trellis/api-contract';
import type { OpenPayout } from '../../chain/payouts/recordedPayouts.ts';
import { secondsFrom } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../platform/db/table.ts';
import { withdrawalApprovals } from './withdrawalRepository.ts';

/** Why a payout is invalid that two people have voided; the database's guard knows it by its first word. */
export const voidedFault = 'voided by two people: no chain had seen it';
export const voidedAndSeenFault = 'voided by two people, and found on the chain since';

type PayoutState = 'recorded' | 'seen' | 'mismatched' | 'confirmed' | 'invalid';

/** Transactions that operators named for withdrawals, each with what the chain or a second person says to it. */
const payoutTable = table('withdrawal_payout', {
  id: column.identity,
  withdrawal: column.text,
  chain: column.choice<PayoutChain>(),
  tx: column.text,
  verifiable: column.flag,
  recordedBy: column.text,
  recordedAt: column.moment,
  state: column.choice<PayoutState>(),
  fault: column.orNull(column.text),
  ordinal: column.orNull(column.number),
  paid: column.orNull(column.text),
  confirmations: column.number,
  needed: column.number,
  confirmedBy: column.orNull(column.text),
  confirmedAt: column.orNull(column.moment),
});
type Payout = RowOf<typeof payoutTable>;

/** A payout as operators see it. */
export type RecordedPayout = Pick<
  Payout,
  'id' | 'tx' | 'state' | 'verifiable' | 'recordedBy' | 'recordedAt' | 'fault' | 'confirmedBy'
> & {
  readonly voidAskedBy: string | null;
  readonly settlementAskedBy: string | null;
  /** In minor units of the asset, where it is another amount than was ordered, or was found after it had been voided. */
  readonly paid: string | null;
};

/** Who is paying a withdrawal, and since when. */
export interface PayoutClaim {
  readonly by: string;
  readonly at: Date;
}

const askedBy = (action: string): string =>
  `(SELECT a.requested_by FROM approval a WHERE a.action = '${action}' AND a.subject = p.id::text AND a.closed_at IS NULL
     AND a.expires_at > product_now() ORDER BY a.id DESC LIMIT 1)`;

/** What two people have voided stays on watch for so long: should it be found yet, it has to be known. */
const voidedDays = 30;

/** A payout among those that name the same transaction. */
export interface NamedPayout {
  readonly own: boolean;
  /** It wants the same amount at the same address as the one that is asked for. */
  readonly same: boolean;
  readonly state: Exclude<PayoutState, 'invalid'>;
  readonly confirmations: number;
  readonly ordinal: number | null;
}

/** Reads and writes of `withdrawal_payout`. Each change meets its one payout or throws. */
export class PayoutRepository {
  readonly #database: Database;
  readonly #payouts: TableModel<Payout>;

  constructor(database: Database) {
    this.#database = database;
    this.#payouts = database.model(payoutTable);
  }

  async find(id: string): Promise<Payout | undefined> {
    const row = await this.#payouts.findByPk(id);
    return row?.get({ plain: true });
  }

  /** All of a withdrawal, the invalid ones too, oldest first. */
  listOf(withdrawal: string): Promise<RecordedPayout[]> {
    return this.#database.rows(
      `SELECT p.id, p.tx, p.state, p.verifiable, p.recorded_by AS "recordedBy", p.recorded_at AS "recordedAt", p.fault, p.paid::text,
              p.confirmed_by AS "confirmedBy", ${askedBy('withdrawal.void_payout')} AS "voidAskedBy",
              ${askedBy('withdrawal.settle_payout')} AS "settlementAskedBy"
         FROM withdrawal_payout p WHERE p.withdrawal = $1 ORDER BY p.id`,
      [withdrawal],
    );
  }

  /** What the chain is to be asked about, oldest first. @param after the last one of the page before */
  openOn(chain: PayoutChain, after: string, limit: number): Promise<OpenPayout[]> {
    return this.#watched(`p.state IN ('recorded', 'seen')`, chain, after, limit);
  }

  /** What was voided and must not be found. */
  voidedOn(chain: PayoutChain, now: Date, limit: number): Promise<OpenPayout[]> {
    const since = secondsFrom(now, -voidedDays * 86_400).toISOString();
    return this.#watched(`p.fault = '${voidedFault}' AND p.recorded_at > '${since}'`, chain, '0', limit);
  }

  async #watched(condition: string, chain: PayoutChain, after: string, limit: number): Promise<OpenPayout[]> {
    const rows = await this.#database.rows<Omit<OpenPayout, 'receivedMinor'> & { received: string }>(
      `SELECT p.id, p.withdrawal, p.chain, w.asset, w.address, w.received, p.tx,
              (SELECT max(g.at) FROM ${withdrawalApprovals('w.id::text')}) AS "approvedAt"
         FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal
        WHERE p.chain = $1 AND p.verifiable AND ${condition} AND p.id > $2 ORDER BY p.id LIMIT $3`,
      [chain, after, limit],
    );
    return rows.map(({ received, ...payout }) => ({ ...payout, receivedMinor: BigInt(received) }));
  }

  /** A payout, and all others that name its transaction. */
  namedWith({ id, chain, tx }: Pick<OpenPayout, 'id' | 'chain' | 'tx'>): Promise<NamedPayout[]> {
    return this.#database.rows(
      `SELECT p.id = $1 AS own, (w.address, w.received) = (mine.address, mine.received) AS same,
              p.state, p.confirmations, p.ordinal
         FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal,
              (SELECT address, received FROM withdrawal
                WHERE id = (SELECT withdrawal FROM withdrawal_payout WHERE id = $1)) mine
        WHERE p.chain = $2 AND p.tx = $3 AND p.state <> 'invalid'`,
      [id, chain, tx],
    );
  }

  async record(
    payout: Pick<Payout, 'withdrawal' | 'chain' | 'tx' | 'verifiable' | 'recordedBy' | 'recordedAt'>,
  ): Promise<void> {
    await this.#payouts.create({ ...payout, state: 'recorded' });
  }

  /** Since now, where it was not already when nodes were asked last; or some node knows its transaction. */
  async markUnknown(id: string, isUnknown: boolean): Promise<void> {
    const known = await this.#database.one<{ at: Date; since: Date }>(
      `SELECT now.at, CASE WHEN payout_is_unknown(p) THEN unknown_since ELSE now.at END AS since
         FROM withdrawal_payout p, product_now() AS now (at) WHERE id = $1`,
      [id],
    );
    await this.#database.change(
      `UPDATE withdrawal_payout SET unknown_at = $3, unknown_since = $4 WHERE id = $1 AND ($2 OR unknown_at IS NOT NULL)`,
      [id, isUnknown, isUnknown && known ? known.at : null, isUnknown && known ? known.since : null],
      { rows: 'any' },
    );
  }

  /** From when two people can void it. */
  async voidFrom(id: string): Promise<Date> {
    const row = await this.#database.one<{ at: Date }>(
      'SELECT payout_void_from(p) AS at FROM withdrawal_payout p WHERE id = $1',
      [id],
    );
    if (!row) throw new Error(`there is no payout ${id}`);
    return row.at;
  }

  async markSeen(id: string, confirmations: number, needed: number): Promise<void> {
    await updateOne(this.#payouts, { state: 'seen', confirmations, needed }, { id });
  }

  /** It has all that it needs. */
  async setConfirmations(id: string, confirmations: number): Promise<void> {
    await updateOne(this.#payouts, { confirmations, needed: confirmations }, { id });
  }

  /** @param paid in minor units of the asset */
  async markMismatched(id: string, ordinal: number, paid: bigint, fault: string): Promise<void> {
    await updateOne(this.#payouts, { state: 'mismatched', ordinal, paid: paid.toString(), fault }, { id });
  }

  /** It was voided, and its member has it all the same. */
  async markFound(id: string, ordinal: number, paid: bigint): Promise<void> {
    await updateOne(
      this.#payouts,
      { state: 'invalid', ordinal, paid: paid.toString(), fault: voidedAndSeenFault },
      { id },
    );
  }

  /** Of a withdrawal: the payout that two people have to settle, if there is one. */
  async toSettle(withdrawal: string): Promise<Payout | undefined> {
    const row = await this.#database.one<{ id: string }>(
      `SELECT id FROM withdrawal_payout WHERE withdrawal = $1 AND paid IS NOT NULL AND state IN ('mismatched', 'invalid')
        ORDER BY id DESC LIMIT 1`,
      [withdrawal],
    );
    return row && this.find(row.id);
  }

  /** @throws Error of Postgres with the state TW002 if it is not there to be paid, or they may not */
  async claim(withdrawal: string, by: string, at: Date): Promise<void> {
    await this.#database.rows('SELECT claim_payout($1, $2, $3)', [withdrawal, by, at]);
  }

  /** @throws Error of Postgres with the state TW003 if they have not claimed it */
  async releaseClaim(withdrawal: string, by: string, at: Date): Promise<void> {
    await this.#database.rows('SELECT release_payout_claim($1, $2, $3)', [withdrawal, by, at]);
  }

  claimOf(withdrawal: string): Promise<PayoutClaim | undefined> {
    return this.#database.one(
      'SELECT claimed_by AS by, claimed_at AS at FROM payout_claim WHERE withdrawal = $1 AND ended_at IS NULL',
      [withdrawal],
    );
  }

  async markInvalid(id: string, fault: string): Promise<void> {
    await updateOne(this.#payouts, { state: 'invalid', fault }, { id });
  }

  /** @throws Error of Postgres with the constraint `withdrawal_payout_once` if that very transfer has paid another */
  async confirm(
    id: string,
    confirmation: { readonly ordinal: number | null; readonly confirmedBy: string; readonly confirmedAt: Date },
  ): Promise<void> {
    await updateOne(this.#payouts, { state: 'confirmed', fault: null, ...confirmation }, { id });
  }
}
