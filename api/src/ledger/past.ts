import type { Log } from '../ground/log.ts';
import { applicationRole } from '../platform/db/applicationRole.ts';
import { Database } from '../platform/db/database.ts';
import { failureCode } from '../platform/jobs/failureCode.ts';
import type { Job } from '../platform/jobs/job.ts';

interface LastRow {
  /** Whom the connection is logged in as. */
  readonly login: string;
  readonly number: string | null;
  readonly up_to: Date | null;
  readonly digest: string | null;
}

const last = `SELECT session_user::text AS login, number, up_to, encode(digest, 'hex') AS digest
  FROM (SELECT) AS one LEFT JOIN (SELECT * FROM journal_seal ORDER BY number DESC LIMIT 1) AS seal ON true`;
const sameSeal = `SELECT FROM journal_seal WHERE number = $1 AND encode(digest, 'hex') = $2`;
/** By the login's time-outs its server has given up before: whoever is silent for longer is no longer waited for. */
const answerTimeoutMs = 6_000;

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
  /** Why it is not read, as it was logged: once, however often it is seen. */
  #fault: string | undefined;

  constructor(database: Database, replica?: ReplicaOptions, log?: Log) {
    this.#database = database;
    this.#log = log;
    this.#replica = replica && new Database({ ...replica, answerTimeoutMs });
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
          await this.#look(replica);
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

  async #look(replica: Database): Promise<void> {
    const row = await replica.one<LastRow>(last);
    if (row?.login !== applicationRole)
      return this.#stop(`DATABASE_REPLICA_URL logs in as another than ${applicationRole}`);
    const { number, digest, up_to: upTo } = row;
    // A new product has no seal yet.
    if (number === null || digest === null || upTo === null) return this.#use(undefined);
    const isSame = (await this.#database.rows(sameSeal, [number, digest])).length > 0;
    if (isSame) this.#use(upTo);
    else this.#stop('the replica follows another database');
  }

  #leave(error: unknown): void {
    this.#stop(`the replica does not answer: ${failureCode(error)}`);
  }

  #use(upTo: Date | undefined): void {
    this.#upTo = upTo;
    if (this.#fault !== undefined) this.#log?.info('the replica is read again');
    this.#fault = undefined;
  }

  #stop(fault: string): void {
    this.#upTo = undefined;
    if (this.#fault !== fault) this.#log?.warn({ fault }, 'the replica is not read: the database is, in its place');
    this.#fault = fault;
  }
}
