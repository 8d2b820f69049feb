import type { PayoutChain } from '@trellis/api-contract';
import type { OpenPayout } from '../../chain/payouts/recordedPayouts.ts';
import type { Database } from '../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../platform/db/table.ts';
import { withdrawalApprovals } from './withdrawalRepository.ts';

type PayoutState = 'recorded' | 'seen' | 'confirmed' | 'invalid';

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
>;
const shown: (keyof RecordedPayout)[] = [
  'id',
  'tx',
  'state',
  'verifiable',
  'recordedBy',
  'recordedAt',
  'fault',
  'confirmedBy',
];

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
  async listOf(withdrawal: string): Promise<RecordedPayout[]> {
    const rows = await this.#payouts.findAll({ attributes: shown, where: { withdrawal }, order: ['id'] });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** What the chain is to be asked about, oldest first. */
  async openOn(chain: PayoutChain, limit: number): Promise<OpenPayout[]> {
    const rows = await this.#database.rows<Omit<OpenPayout, 'receivedMinor'> & { received: string }>(
      `SELECT p.id, p.withdrawal, p.chain, w.asset, w.address, w.received, p.tx,
              (SELECT max(g.at) FROM ${withdrawalApprovals('w.id::text')}) AS "approvedAt"
         FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal
        WHERE p.chain = $1 AND p.verifiable AND p.state IN ('recorded', 'seen') ORDER BY p.id LIMIT $2`,
      [chain, limit],
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

  async markSeen(id: string, confirmations: number, needed: number): Promise<void> {
    await updateOne(this.#payouts, { state: 'seen', confirmations, needed }, { id });
  }

  /** It has all that it needs. */
  async setConfirmations(id: string, confirmations: number): Promise<void> {
    await updateOne(this.#payouts, { confirmations, needed: confirmations }, { id });
  }

  async markInvalid(id: string, fault: string): Promise<void> {
    await updateOne(this.#payouts, { state: 'invalid', fault }, { id });
  }

  /** @throws Error of Postgres with the constraint `withdrawal_payout_once` if that very transfer has paid another */
  async confirm(
    id: string,
    confirmation: { readonly ordinal: number | null; readonly confirmedBy: string; readonly confirmedAt: Date },
  ): Promise<void> {
    await updateOne(this.#payouts, { state: 'confirmed', ...confirmation }, { id });
  }
}
