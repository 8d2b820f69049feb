import type { Middleware } from 'koa';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../db/database.ts';
import { failureFacts } from '../jobs/failureCode.ts';
import type { RequestState } from './requestState.ts';

/** Further apart than that, the clock of this machine or the database's is wrong. */
const mostApartMs = 5_000;

/** What whoever watches the process asks: answered also while everything else is turned away, and under any host name. */
const isHealth = (path: string): boolean => path === '/healthz' || path === '/readyz';

export interface HealthParts {
  readonly database: Database;
  readonly log: Log;
  /** Why members can be given no page, and what to do; `undefined` while they can. */
  readonly shellFault: () => Promise<string | undefined>;
}

/**
 * Whether this process can work. What changes in that goes to the log in a sentence, once; whoever
 * asks learns nothing but whether it is ready.
 */
export class Health {
  readonly #parts: HealthParts;
  #stopping = false;
  #asking: Promise<boolean> | undefined;
  #reported: string | undefined;

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** From now on not ready: whoever hands requests out gives them to others. */
  stop(): void {
    this.#stopping = true;
  }

  /** Many who ask at once are one question to the database. */
  async isReady(): Promise<boolean> {
    if (this.#stopping) return false;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const fault = await this.#fault();
    if (fault !== this.#reported && !this.#stopping) {
      this.#reported = fault;
      if (fault === undefined) this.#parts.log.info({ ready: true }, 'ready');
      else this.#parts.log.error({ alarm: 'not ready' }, fault);
    }
    return fault === undefined && !this.#stopping;
  }

  /** @returns why it cannot work, as a sentence */
  async #fault(): Promise<string | undefined> {
    const { database, shellFault } = this.#parts;
    const askedAt = Date.now();
    try {
      const row = await database.one<{ writes: boolean; at: Date; home: boolean }>(
        'SELECT writes, at, is_home() AS home FROM readiness()',
      );
      const answeredAt = Date.now();
      if (!row?.writes) return 'not ready: the database takes no writes, it is a standby or set to be read only';
      if (!row.home)
        return 'not ready: the database is a copy, as a restore makes it: nothing is mailed, watched or paid until npm run restore -- take-over';
      const apartMs = Math.max(askedAt - row.at.getTime(), row.at.getTime() - answeredAt);
      if (apartMs > mostApartMs)
        return 'not ready: the clock of this machine and that of the database are more than five seconds apart: set both by NTP';
      const fault = await shellFault();
      return fault && `not ready: ${fault}`;
    } catch (error) {
      return `not ready: the database does not answer as it should (${Object.values(failureFacts(error)).join(': ')})`;
    }
  }
}

/**
 * Answers `/healthz` (the process lives; the database is not asked) and `/readyz` (it can work) before anything looks at
 * the host name: who watches asks by an address. They reveal nothing else.
 */
export function serveHealth(health: Health): Middleware<RequestState> {
  return async (context, next) => {
    if (!isHealth(context.path) || !['GET', 'HEAD'].includes(context.method)) return next();
    const isWell = context.path === '/healthz' || (await health.isReady());
    context.status = isWell ? 200 : 503;
    if (context.path === '/healthz') context.body = 'ok\n';
    else context.body = isWell ? 'ready\n' : 'not ready\n';
  };
}
