import pg from 'pg';
import { SafeClient } from './safeClient.ts';

export interface LanesOptions {
  readonly url: string;
  readonly connections: number;
  /** Prepared statements stay on their connection: off behind a pooler that hands connections round. */
  readonly prepared: boolean;
  /** Hears of each statement that was answered, and how many milliseconds it took. */
  readonly onStatement?: ((sql: string, ms: number) => void) | undefined;
}

/** A statement that is sent over and over; its name is what it is prepared under. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * What is prepared is planned once for a connection, and not for what a table holds just then: all of it goes by keys,
 * and a plan for each call costs more than the call. Said on the connection, for options of it are dropped on the way.
 */
// Citus plans some statements only with the values of their parameters.
const planOnce = `SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
  WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus');
  SET enable_seqscan = off`;
/** By the login's time-outs the server has given up long before: its answer is lost, and with it the connection. */
const answerTimeoutMs = 10_000;

/**
 * A few connections of their own for single statements that must not wait behind ordinary ones. Each statement is
 * its own transaction.
 */
export class Lanes {
  readonly #pool: pg.Pool;
  readonly #prepared: boolean;
  readonly #onStatement: LanesOptions['onStatement'];

  constructor({ url, connections, prepared, onStatement }: LanesOptions) {
    this.#prepared = prepared;
    this.#onStatement = onStatement;
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'trellis lanes',
      max: connections,
      idleTimeoutMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      query_timeout: answerTimeoutMs,
      Client: SafeClient,
      ...(prepared && {
        onConnect: async (client: pg.ClientBase) => {
          await client.query(planOnce);
        },
      }),
    });
    this.#pool.on('error', () => undefined);
  }

  /** @throws the driver's error; the connection survives a server's refusal, and nothing else */
  async query<Row extends object>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = await this.#pool.connect();
    const beganAt = performance.now();
    let broken = true;
    try {
      const { rows } = await client.query<Row>({ ...(this.#prepared ? { name } : {}), text, values: [...values] });
      broken = false;
      this.#onStatement?.(text, performance.now() - beganAt);
      return rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.severity === 'ERROR') {
        // A refusal is answered before its transaction is undone: its locks are gone once the next statement is answered.
        await client.query('SELECT');
        broken = false;
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
