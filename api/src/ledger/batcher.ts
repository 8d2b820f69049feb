import type { Log } from '../ground/log.ts';
import { BatchQueue } from '../platform/db/batchQueue.ts';
import { sqlState } from '../platform/db/database.ts';
import type { Lanes, Statement } from '../platform/db/lanes.ts';
import {
  balancesAfter,
  inLockOrder,
  type JournalRequest,
  type Leg,
  type PostArguments,
  type PostedJournal,
  postArguments,
} from './ledger.ts';

const postTransfers: Statement = {
  name: 'post_transfers',
  text: 'SELECT * FROM post_transfers($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
};

/** Two lanes keep Postgres busy while the answers of one are given out. */
const lanes = 2;
const maximumBatch = 256;
/** One for each lane. */
export const batcherConnections = lanes;

interface BatcherOptions {
  readonly maximumQueued?: number;
  /** How many other processes post to the same database. */
  readonly others?: () => number;
  /** After each call of the database, for those who watch. */
  readonly onPosted?: (journals: number, milliseconds: number) => void;
}

/** What of a batch was posted, by places from 1, with the balances after all of their legs in a row. */
interface PostedRow {
  readonly at: Date;
  readonly places: readonly number[];
  readonly balances: readonly string[];
}

/**
 * Posts journals of many callers in one call. It says done or nothing at all: what is in doubt, and what went wrong on
 * the way, is left to the caller's single call, which judges, explains and stores.
 */
export class Batcher {
  readonly #lanes: Lanes;
  readonly #log: Log;
  readonly #onPosted: BatcherOptions['onPosted'];
  readonly #inFlight = new Set<string>();
  readonly #queue: BatchQueue<BatchEntry, PostedJournal | undefined>;

  constructor(connections: Lanes, log: Log, { maximumQueued = 400, others = () => 0, onPosted }: BatcherOptions = {}) {
    this.#lanes = connections;
    this.#log = log;
    this.#onPosted = onPosted;
    this.#queue = new BatchQueue((entries) => this.#post(entries), { lanes, maximumBatch, maximumQueued, others });
  }

  /**
   * Posts a journal in a transaction of its own, if nothing stands against it.
   * @param codeStep time step of its owner's code, to be used up by the posting
   * @returns `undefined` if that is not certain. Usually nothing was posted then; after a lost connection it may have
   *   been: the single call under the same key finds out.
   * @throws AppError server.busy if too many wait
   */
  async submit(request: JournalRequest, codeStep?: bigint): Promise<PostedJournal | undefined> {
    // A key stands in a batch once: a second one would undo the batch of all.
    const key = `${request.owner} ${request.key}`;
    if (this.#inFlight.has(key)) return undefined;
    this.#inFlight.add(key);
    try {
      return await this.#queue.submit(entryOf(request, codeStep));
    } finally {
      this.#inFlight.delete(key);
    }
  }

  /** Takes nothing more, and waits until everything taken has its answer. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  async #post(entries: readonly BatchEntry[]): Promise<(PostedJournal | undefined)[]> {
    try {
      return await this.#postTogether(entries);
    } catch (error) {
      // Deadlock, time-out, lost connection: as one cannot know whose fault it is, each is judged for itself. Members
      // notice nothing but a slower answer, so somebody else has to.
      this.#log.warn({ sqlState: sqlState(error), journals: entries.length }, 'a batch failed');
      return entries.map(() => undefined);
    }
  }

  async #postTogether(entries: readonly BatchEntry[]): Promise<(PostedJournal | undefined)[]> {
    const column = (name: keyof PostArguments) => entries.map(({ values }) => values[name]);
    const beganAt = performance.now();
    const [posted] = await this.#lanes.query<PostedRow>(postTransfers, [
      ...(['id', 'owner', 'key', 'hash', 'kind', 'memo', 'limit', 'limitUnit', 'limitAmount'] as const).map(column),
      entries.flatMap(({ legs }, index) => legs.map(() => index + 1)),
      entries.flatMap(({ values }) => values.accounts),
      entries.flatMap(({ values }) => values.amounts),
      entries.map(({ codeStep }) => codeStep),
    ]);
    this.#onPosted?.(entries.length, performance.now() - beganAt);
    const answers = new Array<PostedJournal | undefined>(entries.length).fill(undefined);
    if (!posted) return answers;
    let leg = 0;
    for (const place of posted.places) {
      const entry = entries[place - 1];
      if (!entry) throw new Error(`a batch has no place ${place}`);
      const balances = posted.balances.slice(leg, leg + entry.legs.length);
      answers[place - 1] = postedJournal(entry, posted.at, balances);
      leg += entry.legs.length;
    }
    return answers;
  }
}

interface BatchEntry {
  readonly legs: readonly Leg[];
  readonly values: PostArguments;
  readonly codeStep: string | null;
}

function entryOf(request: JournalRequest, codeStep: bigint | undefined): BatchEntry {
  const legs = inLockOrder(request.legs);
  return { legs, values: postArguments(request, legs), codeStep: codeStep?.toString() ?? null };
}

function postedJournal({ legs, values }: BatchEntry, at: Date, balances: readonly string[]): PostedJournal {
  const accounts = legs.map(({ account }) => account);
  return { id: values.id, replayed: false, at, balances: balancesAfter(accounts, balances) };
}
