import { createHash } from 'node:crypto';
import { idempotencyKeyPattern } from '@trellis/api-contract';
import { AppError, isStoredRefusal } from '../../ground/errors.ts';
import type { Database } from '../db/database.ts';
import type { Idempotency, Reply } from './endpoint.ts';
import { toProblem } from './problem.ts';

/** An answer as it was given, or is given again. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

export const inFlight = (): AppError => new AppError('idempotency.in_flight', { headers: { 'retry-after': '1' } });

/** @throws AppError idempotency.key_missing */
export function readIdempotencyKey(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !idempotencyKeyPattern.test(header)) throw new AppError('idempotency.key_missing');
  return header.toLowerCase();
}

/** Digest of what was asked of an endpoint: the same key with another of these is refused. */
export function requestHash(name: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(`${name}\n${canonicalJson(input)}`)
    .digest();
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Reports again what the call behind a journal answered: the journal itself is where that answer is kept. */
export type JournalAnswers = Readonly<
  Record<string, (owner: string, journalId: string) => Promise<{ status: number; body: unknown }>>
>;

interface AnswerRow {
  readonly request_hash: Buffer;
  readonly status: number | null;
  readonly body: unknown;
  readonly journal: string | null;
  readonly kind: string | null;
}

interface FoundAnswer {
  /** Of a key that was closed there is none: nothing was asked under it. */
  readonly requestHash: Buffer;
  /** `undefined` where the call was done so long ago that its answer is not kept. */
  readonly answer: { readonly status: number; readonly body: unknown } | undefined;
}

/** The digest that stands for a key under which nothing may be asked any more. */
const closed = Buffer.alloc(0);

/** The status of an operator's call whose end nobody has written down yet. */
const underWay = 102;

/** Operators' keys stand alongside the members': their ids are counted apart. */
const ownerOf = (operatorId: string): string => `-${operatorId}`;

const isClosed = ({ requestHash }: FoundAnswer): boolean => requestHash.length === 0;

/** What became of a key. */
export type KeyState =
  /** `unknown`: nothing was done. `forgotten`: it was done, and what it answered is not kept any more. */
  | { readonly state: 'unknown' | 'in_flight' | 'forgotten' }
  | { readonly state: 'done'; readonly status: number; readonly answer: Record<string, unknown> | null };

/** Calls that happen once, however often they are sent. */
export class IdempotentCalls {
  readonly #database: Database;
  readonly #journalAnswers: JournalAnswers;

  constructor(database: Database, journalAnswers: JournalAnswers) {
    this.#database = database;
    this.#journalAnswers = journalAnswers;
  }

  /**
   * Runs a call once: looks the key up, runs the handler, and stores the answer in the same transaction as the
   * effect. A business refusal is stored too, with its effects undone, so that a late retry cannot surprise.
   * @throws AppError idempotency.in_flight or idempotency.key_reused, or what the handler refused
   */
  runOnce(
    owner: string,
    call: Idempotency,
    requestId: string,
    handle: () => Promise<Reply<unknown>>,
  ): Promise<StoredAnswer> {
    return this.#database.inTransaction(async () => {
      // Not the unique key's own wait: a second sender of the same key is informed at once.
      const lock = await this.#database.one<{ free: boolean }>(
        'SELECT pg_try_advisory_xact_lock(idempotency_lock($1, $2)) AS free',
        [owner, call.key],
      );
      if (!lock?.free) throw inFlight();

      const stored = await this.#find(owner, call.key);
      if (stored) {
        const { answer } = stored;
        const isSame = isClosed(stored) || stored.requestHash.equals(call.requestHash);
        if (!isSame || !answer) throw new AppError('idempotency.key_reused');
        return { ...answer, replayed: true };
      }
      const answer = await this.#answerOf(requestId, handle);
      await this.#store(owner, call, answer);
      return { ...answer, replayed: false };
    });
  }

  /**
   * Runs a call of an operator at most once under its key. It has transactions of its own, so the key is taken before it
   * begins; where the process ends in the middle, the call stays in flight, for nobody knows. Of what was done no more is
   * kept than that: an answer may hold a secret that is shown once.
   * @throws AppError idempotency.in_flight or idempotency.closed, or what the call refused
   */
  async runKept<T>(operatorId: string, call: Idempotency, requestId: string, work: () => Promise<T>): Promise<T> {
    const owner = ownerOf(operatorId);
    const taken = await this.#database.one(
      `INSERT INTO stored_answer (owner, key, request_hash, status, body) VALUES ($1, $2, $3, ${underWay}, 'null')
       ON CONFLICT DO NOTHING RETURNING 1`,
      [owner, call.key, call.requestHash],
    );
    if (!taken) {
      const stored = await this.#find(owner, call.key);
      throw stored && isClosed(stored) ? new AppError('idempotency.closed') : inFlight();
    }
    const finish = (status: number, body: unknown) =>
      this.#database.rows('SELECT finish_call($1, $2, $3, $4)', [owner, call.key, status, JSON.stringify(body)]);
    try {
      const answer = await work();
      await finish(200, null);
      return answer;
    } catch (error) {
      // What broke in another way may have been done or not.
      if (error instanceof AppError) {
        const problem = toProblem(error, requestId);
        await finish(problem.status, problem);
      }
      throw error;
    }
  }

  /** What became of an operator's key: as `settle`. */
  settleKept(operatorId: string, key: string, requestId: string): Promise<KeyState> {
    return this.settle(ownerOf(operatorId), key, requestId);
  }

  /** Whether a call under this key was answered: it is answered so again. */
  async isAnswered(owner: string, key: string): Promise<boolean> {
    return (await this.#find(owner, key)) !== undefined;
  }

  /**
   * What became of a key. Looks at the lock without taking it, so that looking never gets in the way of the call itself;
   * the lock first, because it falls after the answer is there to be seen.
   */
  async lookUp(owner: string, key: string): Promise<KeyState> {
    const lock = await this.#database.one<{ held: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM pg_locks, idempotency_lock($1, $2) AS lock (id)
          WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ExclusiveLock' AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND classid = ((lock.id >> 32) & 4294967295)::oid AND objid = (lock.id & 4294967295)::oid) AS held`,
      [owner, key],
    );
    return lock?.held ? { state: 'in_flight' } : stateOf(await this.#find(owner, key));
  }

  /**
   * What became of a key, for a client that lost the answer: asking decides it. Where nothing was done, nothing will be,
   * for the key is closed, and a request that is still on its way is refused when it arrives.
   */
  async settle(owner: string, key: string, requestId: string): Promise<KeyState> {
    const seen = await this.lookUp(owner, key);
    if (seen.state !== 'unknown') return seen;
    return this.#database.inTransaction(async () => {
      const lock = await this.#database.one<{ free: boolean }>(
        'SELECT pg_try_advisory_xact_lock(idempotency_lock($1, $2)) AS free',
        [owner, key],
      );
      if (!lock?.free) return { state: 'in_flight' };
      const stored = await this.#find(owner, key);
      if (!stored) {
        const problem = toProblem(new AppError('idempotency.closed'), requestId);
        await this.#store(owner, { key, requestHash: closed }, { status: problem.status, body: problem });
      }
      return stateOf(stored);
    });
  }

  async #find(owner: string, key: string): Promise<FoundAnswer | undefined> {
    const row = await this.#database.one<AnswerRow>(
      `SELECT request_hash, status, body, NULL AS journal, NULL AS kind FROM stored_answer WHERE owner = $1 AND key = $2
       UNION ALL
       SELECT request_hash, NULL, NULL, id, kind FROM journal WHERE owner = $1 AND key = $2
       ORDER BY journal NULLS FIRST LIMIT 1`,
      [owner, key],
    );
    if (!row) return undefined;
    const { request_hash: requestHash, status, body, journal, kind } = row;
    if (status !== null) return { requestHash, answer: { status, body } };
    const answerOf = this.#journalAnswers[kind ?? ''];
    // What it answered is kept for a time only (retention.sql); that the key was used is known for ever.
    const answer = answerOf && journal !== null ? await answerOf(owner, journal) : undefined;
    return { requestHash, answer };
  }

  async #store(owner: string, call: Idempotency, answer: { status: number; body: unknown }): Promise<void> {
    await this.#database.rows(
      'INSERT INTO stored_answer (owner, key, request_hash, status, body) VALUES ($1, $2, $3, $4, $5)',
      [owner, call.key, call.requestHash, answer.status, JSON.stringify(answer.body)],
    );
  }

  async #answerOf(
    requestId: string,
    handle: () => Promise<Reply<unknown>>,
  ): Promise<{ status: number; body: unknown }> {
    await this.#database.rows('SAVEPOINT handler');
    try {
      const reply = await handle();
      return { status: reply.status ?? 200, body: reply.body };
    } catch (error) {
      if (!(error instanceof AppError) || !isStoredRefusal(error)) throw error;
      await this.#database.rows('ROLLBACK TO SAVEPOINT handler');
      const problem = toProblem(error, requestId);
      return { status: problem.status, body: problem };
    }
  }
}

function stateOf(stored: FoundAnswer | undefined): KeyState {
  if (!stored || isClosed(stored)) return { state: 'unknown' };
  const { answer } = stored;
  if (!answer) return { state: 'forgotten' };
  if (answer.status === underWay) return { state: 'in_flight' };
  return { state: 'done', status: answer.status, answer: answer.body as Record<string, unknown> | null };
}
