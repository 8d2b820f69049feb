import type { Unit } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { explainPostingError } from '../db/failures.ts';
import type { AccountId } from './accounts.ts';

/** One leg of a journal, in minor units of its account's unit; negative takes from the account. */
export interface Leg {
  readonly account: AccountId;
  readonly amountMinor: bigint;
}

export interface JournalRequest {
  /** On whose behalf; the key is theirs alone. 0 is the house. */
  readonly owner: string;
  readonly key: string;
  readonly requestHash: Buffer;
  readonly kind: 'opening' | 'transfer';
  /** Facts for records: ids, never names or texts. */
  readonly memo: Readonly<Record<string, string>>;
  readonly legs: readonly Leg[];
  /** Checks the amount against a rule of `money_limit`, and counts it, in the same call. */
  readonly limit?: { readonly operation: 'transfer'; readonly unit: Unit; readonly amountMinor: bigint };
  /** The unit that refusals are told in. */
  readonly unit: Unit;
}

export interface PostedJournal {
  readonly id: string;
  readonly replayed: boolean;
  readonly at: Date;
  /** Balance after, by account. Empty for a replay. */
  readonly balances: ReadonlyMap<AccountId, bigint>;
}

interface PostRow {
  readonly journal_id: string;
  readonly replayed: boolean;
  readonly at: Date;
  readonly balances: readonly string[] | null;
}

/** The typed door to the posting function: nobody else calls it. */
export class Ledger {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Posts one journal inside the running transaction.
   * @throws AppError money.insufficient_balance, money.below_minimum, money.above_maximum, money.daily_limit or
   *   idempotency.key_reused
   */
  async post(request: JournalRequest): Promise<PostedJournal> {
    if (!this.#database.isInTransaction()) throw new Error('post belongs inside inTransaction');
    const legs = inLockOrder(request.legs);
    const limit = request.limit;
    let row: PostRow | undefined;
    try {
      [row] = await this.#database.query<PostRow>(
        'SELECT * FROM post($1, $2, $3, $4, $5, $6, $7::bigint[], $8::bigint[], $9, $10, $11)',
        [
          uuidv7(),
          request.owner,
          request.key,
          request.requestHash,
          request.kind,
          JSON.stringify(request.memo),
          legs.map(({ account }) => account.toString()),
          legs.map(({ amountMinor }) => amountMinor.toString()),
          limit?.operation ?? null,
          limit?.unit ?? null,
          limit ? limit.amountMinor.toString() : null,
        ],
      );
    } catch (error) {
      throw explainPostingError(error, request.unit) ?? error;
    }
    if (!row) throw new Error('post answered nothing');
    const balances = row.balances ?? [];
    return {
      id: row.journal_id,
      replayed: row.replayed,
      at: row.at,
      balances: new Map(balances.map((balance, index) => [legs[index]?.account ?? (0n as AccountId), BigInt(balance)])),
    };
  }
}

const isHouse = (account: bigint): boolean => account < 1000n;

/** The one global order of locks: members by id, the house's accounts last, so that two postings never deadlock. */
function inLockOrder(legs: readonly Leg[]): Leg[] {
  return [...legs].sort((a, b) => {
    if (isHouse(a.account) !== isHouse(b.account)) return isHouse(a.account) ? 1 : -1;
    return a.account < b.account ? -1 : 1;
  });
}
