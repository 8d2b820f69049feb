import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { networkOf } from './origin.ts';
import { tooManyAttempts } from './problem.ts';
import type { RateLimit, Route } from './route.ts';

/** Counts calls per route and network, in Postgres so that every process counts the same. */
export class RateLimits {
  readonly #limiters = new Map<string, RateLimiterPostgres>();

  constructor(database: Database, routes: readonly Route[], factor: number) {
    for (const { name, limit } of routes) if (limit) this.#limiters.set(name, limiter(database, name, limit, factor));
  }

  /** @throws AppError auth.too_many_attempts */
  async count(route: Route, address: string): Promise<void> {
    try {
      await this.#limiters.get(route.name)?.consume(networkOf(address));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooManyAttempts(Math.ceil(error.msBeforeNext / 1000));
      throw error;
    }
  }
}

function limiter(database: Database, name: string, limit: RateLimit, factor: number): RateLimiterPostgres {
  const options = { keyPrefix: name, points: limit.points * factor, duration: limit.seconds };
  return new RateLimiterPostgres({
    ...options,
    storeClient: database.sequelize,
    storeType: 'sequelize',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A caller who is over the limit costs no query.
    inMemoryBlockOnConsumed: options.points + 1,
    insuranceLimiter: new RateLimiterMemory(options),
  });
}
