import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { tooManyAttempts } from '../../ground/errors.ts';
import type { Database } from '../db/database.ts';
import type { Call } from './caller.ts';
import type { RateLimit, ServedEndpoint } from './endpoint.ts';
import { type Network, networksOf } from './origin.ts';

/** What of an endpoint says how it is counted. Names also keep the counts of two audiences apart. */
type Limited = Pick<ServedEndpoint, 'name' | 'contract' | 'limit'>;

/**
 * Counts calls per endpoint and caller, in Postgres so that every process counts the same, unless the endpoint leaves it
 * to each of them.
 */
export class RateLimits {
  readonly #database: Database;
  readonly #limits: ReadonlyMap<string, RateLimit>;
  readonly #factor: number;
  readonly #limiters = new Map<string, RateLimiterAbstract>();

  constructor(database: Database, endpoints: readonly Limited[], factor: number) {
    this.#database = database;
    this.#factor = factor;
    this.#limits = new Map(endpoints.flatMap(({ name, limit }) => (limit ? [[name, limit]] : [])));
  }

  /**
   * @param caller who it is, if a session says so
   * @throws AppError auth.too_many_attempts
   */
  async count(endpoint: Limited, { address }: Call, caller: string | undefined): Promise<void> {
    // A public endpoint counts by network whoever calls: more sessions are not to mean more guesses at codes or passwords.
    const counted: readonly Network[] =
      endpoint.contract.auth === 'public' || caller === undefined ? networksOf(address) : [{ key: caller, times: 1 }];
    try {
      for (const { key, times } of counted) await this.#limiterOf(endpoint.name, times)?.consume(key);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooManyAttempts(Math.ceil(error.msBeforeNext / 1000));
      throw error;
    }
  }

  /** Counts a call that may go without a code, as long as a caller has made no more than so many within the hour. @returns whether it may */
  async takeFree(name: string, most: number, caller: string): Promise<boolean> {
    try {
      await this.#freeOf(name, most).consume(caller);
      return true;
    } catch (error) {
      if (error instanceof RateLimiterRes) return false;
      throw error;
    }
  }

  /** The caller has shown a code: as many again go without one. */
  async beginFree(name: string, most: number, caller: string): Promise<void> {
    await this.#freeOf(name, most).delete(caller);
  }

  #freeOf(name: string, most: number): RateLimiterAbstract {
    const key = `${name} free`;
    const known = this.#limiters.get(key) ?? limiter(this.#database, key, { points: most, seconds: 3600 }, 1, false);
    this.#limiters.set(key, known);
    return known;
  }

  #limiterOf(name: string, times: number): RateLimiterAbstract | undefined {
    const limit = this.#limits.get(name);
    if (!limit) return undefined;
    const known = this.#limiters.get(`${name} ${times}`) ?? limiter(this.#database, name, limit, this.#factor * times);
    this.#limiters.set(`${name} ${times}`, known);
    return known;
  }
}

/** @param blocks whether a process remembers who is over the limit, whatever becomes of it elsewhere */
function limiter(
  database: Database,
  name: string,
  limit: RateLimit,
  factor: number,
  blocks = true,
): RateLimiterAbstract {
  const options = { keyPrefix: name, points: limit.points * factor, duration: limit.seconds };
  if (limit.perProcess) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: database.sequelize,
    storeType: 'sequelize',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A caller who is over the limit costs no query.
    ...(blocks && { inMemoryBlockOnConsumed: options.points + 1 }),
    insuranceLimiter: new RateLimiterMemory(options),
  });
}
