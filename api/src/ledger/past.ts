import type { Log } from '../ground/log.ts';
import { Database } from '../platform/db/database.ts';
import { failureCode } from '../platform/jobs/failureCode.ts';
import type { Job } from '../platform/jobs/job.ts';

interface SealRow {
  readonly number: string;
  readonly up_to: Date;
  readonly digest: string;
}

const lastSeal = `SELECT number, up_to, encode(digest, 'hex') AS digest FROM journal_seal ORDER BY number DESC LIMIT 1`;
const sameSeal = `SELECT FROM journal_seal WHERE number = $1 AND encode(digest, 'hex') = $2`;

/** A standby that follows the database, for what is read of the past. */
interface ReplicaOptions {
  /** Of the application's login there. */
  readonly url: string;
  readonly poolSize: number;
}

/**
 * Where what is over is read: in a replica that has it whole, and else in the database itself. A replica that has a seal has
 * every row of before, for before a range is sealed each transaction of its time has ended; and one whose seal is another
 * went another way. So what is read there is never older than it says, however far behind a replica is.
 */
export class Past {
  readonly #database: Database;
  readonly #log: Log | undefined;
  readonly #replica: Database | undefined;
  #upTo: Date | undefined;

  constructor(database: Database, replica?: ReplicaOptions, log?: Log) {
    this.#database = database;
    this.#log = log;
    this.#replica = replica && new Database(replica);
  }

  /** Up to when a replica has everything; `undefined` without one that can be used. */
  get upTo(): Date | undefined {
    return this.#upTo;
  }

  /**
   * Runs `work`, which changes nothing, where it finds all that it reads.
   * @param until everything that it reads is of before, and does not change any more; `undefined`: it may be of now
   */
  async read<T>(until: Date | undefined, work: (database: Database) => Promise<T>): Promise<T> {
    const replica = this.#replica;
    if (!replica || !until || !this.#upTo || until > this.#upTo) return work(this.#database);
    try {
      return await work(replica);
    } catch (error) {
      // It may be away, or have ended what stood in the way of what it follows. The database says what is so.
      this.#leave(error);
      return work(this.#database);
    }
  }

  /** Looks how far the replica has come. Only with one. */
  job(): Job | undefined {
    const replica = this.#replica;
    if (!replica) return undefined;
    return {
      name: 'replica',
      pauseMs: 10_000,
      run: async () => {
        try {
          const seal = await replica.one<SealRow>(lastSeal);
          const isSame = seal && (await this.#database.rows(sameSeal, [seal.number, seal.digest])).length > 0;
          this.#upTo = isSame ? seal.up_to : undefined;
          if (seal && !isSame) this.#log?.error({ seal: seal.number }, 'the replica follows another database');
        } catch (error) {
          this.#leave(error);
        }
        return false;
      },
    };
  }

  async close(): Promise<void> {
    await this.#replica?.close();
  }

  #leave(error: unknown): void {
    this.#upTo = undefined;
    this.#log?.warn(
      { error: failureCode(error) },
      'the replica does not answer: what is over is read where it was written',
    );
  }
}
