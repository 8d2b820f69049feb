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

/** Tells again what the call behind a journal answered: the journal itself is where that answer is kept. */
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
  readonly requestHash: Buffer;
  readonly status: number;
  readonly body: unknown;
}

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
      // Not the unique key's own wait: a second sender of the same key is told so at once.
      const lock = await this.#database.one<{ free: boolean }>(
        'SELECT pg_try_advisory_xact_lock(idempotency_lock($1, $2)) AS free',
        [owner, call.key],
      );
      if (!lock?.free) throw inFlight();

      const found = await this.#find(owner, call.key);
      if (found) {
        if (!found.requestHash.equals(call.requestHash)) throw new AppError('idempotency.key_reused');
        return { status: found.status, body: found.body, replayed: true };
      }
      const answer = await this.#answerOf(requestId, handle);
      await this.#database.rows(
        'INSERT INTO stored_answer (owner, key, request_hash, status, body) VALUES ($1, $2, $3, $4, $5)',
        [owner, call.key, call.requestHash, answer.status, JSON.stringify(answer.body)],
      );
      return { ...answer, replayed: false };
    });
  }

  /** Whether a call under this key was answered: it is answered so again. */
  async isAnswered(owner: string, key: string): Promise<boolean> {
    return (await this.#find(owner, key)) !== undefined;
  }

  /**
   * What became of a key: asked by a client that lost the connection before the answer came. Looks at the lock
   * without taking it, so that asking never gets in the way of the call itself; the lock first, because it falls
   * after the answer is there to be seen.
   */
  async lookUp(
    owner: string,
    key: string,
  ): Promise<{ state: 'unknown' | 'in_flight' } | { state: 'done'; status: number; answer: Record<string, unknown> }> {
    const lock = await this.#database.one<{ held: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM pg_locks, idempotency_lock($1, $2) AS lock (id)
          WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ExclusiveLock' AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND classid = ((lock.id >> 32) & 4294967295)::oid AND objid = (lock.id & 4294967295)::oid) AS held`,
      [owner, key],
    );
    if (lock?.held) return { state: 'in_flight' };
    const found = await this.#find(owner, key);
    return found
      ? { state: 'done', status: found.status, answer: found.body as Record<string, unknown> }
      : { state: 'unknown' };
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
    if (status !== null) return { requestHash, status, body };
    const answerOf = this.#journalAnswers[kind ?? ''];
    // What it answered is kept for a time only (retention.sql); that the key was used is known for ever.
    if (!answerOf || journal === null) throw new AppError('idempotency.key_reused');
    return { requestHash, ...(await answerOf(owner, journal)) };
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
