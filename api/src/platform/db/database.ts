import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import pg from 'pg';
import { QueryTypes, Sequelize, Transaction } from 'sequelize';
import { Lanes, type Statement } from './lanes.ts';
import { SafeClient } from './safeClient.ts';
import type { Table, TableModel } from './table.ts';

/** Values that may be bound to a `$n` of a query. Arrays go to Postgres arrays, never into text. */
export type Bind = string | number | boolean | bigint | Buffer | Date | null | readonly string[];

export interface DatabaseOptions {
  /** Of the application's login, whose rights and time-outs are its own (checkLogin.ts). */
  readonly url: string;
  readonly poolSize: number;
  /** Whether statements may be prepared, on a few more connections. Off behind a pooler that hands connections round. */
  readonly prepared?: boolean;
  /** After so long no answer is waited for any more; without it the login's own time-outs are enough. */
  readonly answerTimeoutMs?: number;
  /** Hears of each statement, when it has run, and how many milliseconds it took. */
  readonly onStatement?: ((sql: string, ms: number) => void) | undefined;
}

/** Serialisation failure and deadlock. */
const retryableStates = new Set(['40001', '40P01']);
const maximumTries = 5;

/**
 * Sequelize looks for the running transaction in a store of our choice; with this one no query inside
 * `inTransaction` can forget it. Sequelize's own retry option stays off: it repeats on the aborted connection.
 */
const transactions = new AsyncLocalStorage<Map<string, unknown>>();
Sequelize.useCLS({
  get: (key: string) => transactions.getStore()?.get(key),
  set: (key: string, value: unknown) => transactions.getStore()?.set(key, value),
  run: (work: (context: unknown) => unknown) => transactions.run(new Map(), work, undefined),
  bind: (work: () => void) => AsyncResource.bind(work),
});

/** Set while nothing may begin a transaction. */
const forbidden = new AsyncLocalStorage<true>();

/** For prepared statements: more than the reads of transfers ever keep busy. */
const preparedConnections = 4;

/** The door to Postgres: repositories and the money core use it, and nothing else opens a transaction. */
export class Database {
  readonly sequelize: Sequelize;
  readonly #prepared: Lanes | undefined;

  constructor({ url, poolSize, prepared = false, answerTimeoutMs, onStatement }: DatabaseOptions) {
    this.#prepared = prepared ? new Lanes({ url, connections: preparedConnections, prepared, onStatement }) : undefined;
    this.sequelize = new Sequelize(url, {
      dialect: 'postgres',
      dialectModule: { ...pg, Client: SafeClient },
      logging: onStatement ? (sql, ms) => onStatement(sql, ms ?? 0) : false,
      benchmark: onStatement !== undefined,
      isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED,
      pool: { max: poolSize, min: 0, idle: 10_000, acquire: 10_000 },
      define: { timestamps: false, freezeTableName: true, underscored: true },
      dialectOptions: {
        application_name: 'trellis',
        ...(answerTimeoutMs !== undefined && { query_timeout: answerTimeoutMs }),
      },
    });
  }

  /** The model of a table, bound to this database's connections. It stays inside its domain's repository. */
  model<Row extends object>({ name, columns }: Table<Row>): TableModel<Row> {
    const known = this.sequelize.isDefined(name) ? this.sequelize.model(name) : undefined;
    if (known) return known as TableModel<Row>;
    // Sequelize writes into what it is given.
    const attributes = Object.fromEntries(Object.entries(columns).map(([key, { ...column }]) => [key, column]));
    return this.sequelize.define(name, attributes, { tableName: name }) as TableModel<Row>;
  }

  /** Runs SQL with `$1 …` bound. @returns its rows; bigint columns arrive as strings */
  async rows<Row extends object>(sql: string, bind: readonly Bind[] = []): Promise<Row[]> {
    return this.sequelize.query<Row>(sql, { bind: [...bind], type: QueryTypes.SELECT });
  }

  /**
   * As `rows`, for what is read over and over by keys: a plan for each call would cost more than the call. Inside a
   * transaction it is a statement like all others, and so it is where nothing can be prepared, or what was is of no use.
   */
  async repeated<Row extends object>(statement: Statement, bind: readonly Bind[] = []): Promise<Row[]> {
    const { text } = statement;
    if (!this.#prepared || this.isInTransaction()) return this.rows<Row>(text, bind);
    try {
      return await this.#prepared.query<Row>(statement, bind);
    } catch (error) {
      if (isVerdict(error)) throw error;
      return this.rows<Row>(text, bind);
    }
  }

  /** The only row, or `undefined` if there is none. @throws Error if there are several */
  async one<Row extends object>(sql: string, bind: readonly Bind[] = []): Promise<Row | undefined> {
    const rows = await this.rows<Row>(sql, bind);
    if (rows.length > 1) throw new Error(`one row was meant, and ${rows.length} came`);
    return rows[0];
  }

  /**
   * Changes rows by INSERT, UPDATE or DELETE.
   * @param rows how many have to change; `any` where the caller looks at the answer, or does not care
   * @returns how many did
   * @throws Error if another number did: a change that meets nothing is never silent
   */
  async change(sql: string, bind: readonly Bind[], { rows }: { readonly rows: number | 'any' }): Promise<number> {
    // Of this type Sequelize answers with the number of rows, whatever the statement is.
    const changed = await this.sequelize.query(sql, { bind: [...bind], type: QueryTypes.BULKUPDATE });
    if (rows !== 'any' && changed !== rows) throw new Error(`${rows} row(s) had to change, and ${changed} did`);
    return changed;
  }

  /**
   * Inserts one row by the names of its columns, where a table has no model: those of money and of claims.
   * @param unless columns of a key: where a row has it already, nothing is inserted
   * @returns the column `returning` of the new row; `undefined` if none was inserted
   */
  async insert<Returned extends string>(
    table: string,
    row: Readonly<Record<string, Bind>>,
    { returning, unless }: { readonly returning: Returned; readonly unless?: readonly string[] },
  ): Promise<string | undefined> {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    const conflict = unless ? `ON CONFLICT (${unless.join(', ')}) DO NOTHING` : '';
    const made = await this.one<Record<Returned, string>>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) ${conflict} RETURNING ${returning}`,
      Object.values(row),
    );
    return made?.[returning];
  }

  /**
   * Runs `work` in one READ COMMITTED transaction, and the whole of it again after a deadlock, a serialisation failure,
   * or a race for one idempotency key. `work` therefore does nothing outside the database. Not to be nested.
   */
  async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.isInTransaction()) throw new Error('inTransaction is not to be nested');
    if (forbidden.getStore()) throw new Error('what runs here has declared that it needs no transaction');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.sequelize.transaction(() => work());
      } catch (error) {
        if (attempt >= maximumTries || !isRetryable(error)) throw error;
        await delay(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  /**
   * Runs `work` inside the running transaction, which goes on as before where `work` fails: what it changed is undone.
   * @throws what `work` throws; what would be tried again as a whole, too
   */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    if (!this.isInTransaction()) throw new Error('attempt needs a running transaction');
    await this.rows('SAVEPOINT attempt');
    try {
      const result = await work();
      await this.rows('RELEASE SAVEPOINT attempt');
      return result;
    } catch (error) {
      await this.rows('ROLLBACK TO SAVEPOINT attempt');
      throw error;
    }
  }

  /** Runs `work`, in which no transaction may begin: for what declares that it needs none. */
  withoutTransactions<T>(work: () => Promise<T>): Promise<T> {
    return forbidden.run(true, work);
  }

  /** How many of its connections are at work and at rest now, and how many wait for one. */
  get pool(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    // Sequelize has it, and its types do not say so.
    const { pool } = this.sequelize.connectionManager as unknown as {
      readonly pool: Readonly<Record<'using' | 'available' | 'waiting', number>>;
    };
    return { busy: pool.using, idle: pool.available, waiting: pool.waiting };
  }

  isInTransaction(): boolean {
    return transactions.getStore()?.has('transaction') ?? false;
  }

  async close(): Promise<void> {
    await this.#prepared?.close();
    await this.sequelize.close();
  }
}

/** What the server says of the statement: not that the connection broke, nor that a migration changed a column's type. */
const isVerdict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== '0A000';

/** Whether the whole transaction may be tried again. */
export function isRetryable(error: unknown): boolean {
  const failure = postgresFailure(error);
  // Somebody else has just posted under the same key: the next try finds that journal.
  return retryableStates.has(failure?.code ?? '') || failure?.constraint === 'journal_pkey';
}

interface PostgresFailure {
  readonly code?: string;
  readonly detail?: string;
  readonly constraint?: string;
  /** Where in the statement, from 1. */
  readonly position?: string;
}

/** Sequelize wraps the driver's error; the SQLSTATE, detail and constraint stand on the original. */
export function postgresFailure(error: unknown): PostgresFailure | undefined {
  const original = originalError(error);
  return original && 'code' in original ? (original as PostgresFailure) : undefined;
}

/** The driver's own error. By kind, not by class: a socket's error may come from another realm than ours. */
export function originalError(error: unknown): Error | undefined {
  const original: unknown = isNativeError(error) && 'original' in error ? error.original : error;
  return isNativeError(original) ? original : undefined;
}

export const sqlState = (error: unknown): string | undefined => postgresFailure(error)?.code;
