import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { networkOf } from './origin.ts';
import { tooManyAttempts } from './problem.ts';
import type { Caller, RateLimit, Route } from './route.ts';

/**
 * Counts calls per route and caller, in Postgres so that every process counts the same, unless the route leaves it
 * to each of them.
 */
export class RateLimits {
  readonly #limiters = new Map<string, RateLimiterAbstract>();

  constructor(database: Database, routes: readonly Route[], factor: number) {
    for (const { name, limit } of routes) if (limit) this.#limiters.set(name, limiter(database, name, limit, factor));
  }

  /** @throws AppError auth.too_many_attempts */
  async count(route: Route, caller: Caller): Promise<void> {
    try {
      await this.#limiters.get(route.name)?.consume(countedAs(route, caller));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooManyAttempts(Math.ceil(error.msBeforeNext / 1000));
      throw error;
    }
  }
}

/** A public route counts by network whoever calls: more sessions are not to mean more guesses at codes or passwords. */
const countedAs = ({ endpoint }: Route, { member, address }: Caller): string =>
  member && endpoint.auth !== 'public' ? `member ${member.id}` : networkOf(address);

function limiter(database: Database, name: string, limit: RateLimit, factor: number): RateLimiterAbstract {
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
    inMemoryBlockOnConsumed: options.points + 1,
    insuranceLimiter: new RateLimiterMemory(options),
  });
}
