import { BatchQueue } from './batchQueue.ts';
import type { Database } from './database.ts';

const options = { lanes: 2, maximumBatch: 256, maximumQueued: 1_000 };

/**
 * A read that many requests make at the same time, as one query. Inside a transaction it goes alone: on that
 * transaction's connection, and with its view of the data.
 */
export class BatchedRead<Key, Value> {
  readonly #database: Database;
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  readonly #queue: BatchQueue<Key, Value>;

  /** @param read answers each key at its place */
  constructor(database: Database, read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#database = database;
    this.#read = read;
    this.#queue = new BatchQueue(read, options);
  }

  /** @throws AppError server.busy if too many wait; whatever the read throws */
  async get(key: Key): Promise<Value> {
    if (!this.#database.isInTransaction()) return this.#queue.submit(key);
    const [value] = await this.#read([key]);
    return value as Value;
  }
}
