import type { Middleware } from 'koa';
import type { Database } from '../db/database.ts';
import { openApiDocument } from './openapi.ts';
import type { RequestState } from './requestState.ts';

/** Whether new requests may come; switched off first when the process stops. */
export interface Readiness {
  ready: boolean;
}

/** What whoever watches the process asks: answered also while everything else is turned away. */
export const isHealth = (path: string): boolean => path === '/healthz' || path === '/readyz';

/** `/healthz` says the process lives, without the database; `/readyz` that it can work; and the OpenAPI document. */
export function serveHealth(database: Database, readiness: Readiness): Middleware<RequestState> {
  const document = JSON.stringify(openApiDocument());
  return async (context, next) => {
    switch (context.path) {
      case '/healthz':
        context.body = 'ok\n';
        return;
      case '/readyz':
        context.status = readiness.ready && (await answers(database)) ? 200 : 503;
        context.body = context.status === 200 ? 'ready\n' : 'not ready\n';
        return;
      case '/api/openapi.json':
        context.type = 'application/json';
        context.body = document;
        return;
      default:
        return next();
    }
  };
}

/** Whether the database answers, and takes what is written: a standby reads only. */
async function answers(database: Database): Promise<boolean> {
  return database
    .one<{ readonly writes: boolean }>(`SELECT current_setting('transaction_read_only') = 'off' AS writes`)
    .then(
      (found) => found?.writes ?? false,
      () => false,
    );
}
