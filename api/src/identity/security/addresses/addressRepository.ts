import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Database } from '../../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table } from '../../../platform/db/table.ts';

/** Addresses that members withdraw to. One that was removed stays, for what was once paid to it. */
const addressTable = table('book_address', {
  id: column.identity,
  memberId: column.bigint,
  chain: column.choice<AnswerOf<'member', 'addAddress'>['chain']>(),
  address: column.text,
  label: column.text,
  createdAt: column.moment,
  usableFrom: column.moment,
  removedAt: column.orNull(column.moment),
});
export type StoredAddress = RowOf<typeof addressTable>;

/** Reads and writes of `book_address`. */
export class AddressRepository {
  readonly #addresses: TableModel<StoredAddress>;

  constructor(database: Database) {
    this.#addresses = database.model(addressTable);
  }

  /** What is in the book, by label. */
  async listOf(memberId: string): Promise<StoredAddress[]> {
    const rows = await this.#addresses.findAll({ where: { memberId, removedAt: null }, order: ['label', 'id'] });
    return rows.map((row) => row.get({ plain: true }));
  }

  async find(memberId: string, id: string): Promise<StoredAddress | undefined> {
    const row = await this.#addresses.findOne({ where: { memberId, id } });
    return row?.get({ plain: true });
  }

  async add(address: Omit<StoredAddress, 'id' | 'removedAt'>): Promise<StoredAddress> {
    const row = await this.#addresses.create(address);
    return row.get({ plain: true });
  }

  /** @returns whether it was in the member's book */
  async remove(memberId: string, id: string, removedAt: Date): Promise<boolean> {
    const [changed] = await this.#addresses.update({ removedAt }, { where: { memberId, id, removedAt: null } });
    return changed > 0;
  }
}
