import type { SuspensionCause } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../platform/db/table.ts';

/** Suspensions of members, past and present: one row each, and one open at most for a member. */
const suspensionTable = table('member_suspension', {
  id: column.identity,
  member: column.bigint,
  cause: column.choice<SuspensionCause>(),
  reason: column.text,
  suspendedBy: column.text,
  suspendedAt: column.moment,
  restoreReason: column.orNull(column.text),
  restoredBy: column.orNull(column.text),
  restoredAt: column.orNull(column.moment),
});
type Suspension = RowOf<typeof suspensionTable>;

/** One suspension as operators see it: without the member's id, which stays inside. */
export type SuspensionRecord = Omit<Suspension, 'id' | 'member'>;
const shown: (keyof SuspensionRecord)[] = [
  'cause',
  'reason',
  'suspendedBy',
  'suspendedAt',
  'restoreReason',
  'restoredBy',
  'restoredAt',
];

/** Reads and writes of `member_suspension`. */
export class SuspensionRepository {
  readonly #suspensions: TableModel<Suspension>;

  constructor(database: Database) {
    this.#suspensions = database.model(suspensionTable);
  }

  async openOf(member: string): Promise<Suspension | undefined> {
    const row = await this.#suspensions.findOne({ where: { member, restoredAt: null } });
    return row?.get({ plain: true });
  }

  /** Latest first. */
  async latestOf(member: string, limit: number): Promise<SuspensionRecord[]> {
    const rows = await this.#suspensions.findAll({
      attributes: shown,
      where: { member },
      order: [['id', 'DESC']],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  async open(
    suspension: Pick<Suspension, 'member' | 'cause' | 'reason' | 'suspendedBy' | 'suspendedAt'>,
  ): Promise<void> {
    await this.#suspensions.create(suspension);
  }

  /** Ends the open one. @throws Error if there is none */
  async end(
    member: string,
    end: { readonly restoreReason: string; readonly restoredBy: string; readonly restoredAt: Date },
  ): Promise<void> {
    await updateOne(this.#suspensions, end, { member, restoredAt: null });
  }
}
