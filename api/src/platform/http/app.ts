import { randomUUID } from 'node:crypto';
import Koa, { type Context, type Middleware } from 'koa';
import { AppError, busy } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { sqlState } from '../db/database.ts';
import { explainDatabaseError } from '../db/failures.ts';
import { toProblem } from './problem.ts';
import type { RequestState } from './requestState.ts';
import type { Site } from './site.ts';

/** More requests than this at once are turned away before they cost anything. */
const maximumInFlight = 500;

export interface AppParts {
  readonly log: Log;
  /** One for each audience; their host names differ. */
  readonly sites: readonly Site[];
}

/** The Koa application: request id → log → load shedding → problems → the host's own site. */
export function createApp(parts: AppParts): Koa<RequestState> {
  const app = new Koa<RequestState>();
  let inFlight = 0;

  app.use(async (context, next) => {
    const startedAt = performance.now();
    context.state.requestId = randomUUID();
    context.set('X-Request-Id', context.state.requestId);
    inFlight += 1;
    try {
      if (inFlight > maximumInFlight) throw busy(1);
      checkHost(context, parts.sites);
      await next();
    } catch (error) {
      sendProblem(context, error, parts);
    } finally {
      inFlight -= 1;
      // The path without its query: a query may hold what nobody should read.
      const { method, status } = context;
      const path = loggedPath(context.path);
      const milliseconds = Math.round(performance.now() - startedAt);
      parts.log.info({ requestId: context.state.requestId, method, path, status, milliseconds }, 'request');
    }
  });
  for (const site of parts.sites) for (const middleware of site.middleware) app.use(at(site, middleware));
  // Koa would print what reaches it; everything has been logged and answered above.
  app.silent = true;
  return app;
}

const isAt = ({ headers }: Pick<Context, 'headers'>, { hosts }: Site): boolean => hosts().has(headers.host ?? '');

/** @throws AppError request.misdirected: a foreign Host header may poison links and caches */
function checkHost(context: Pick<Context, 'headers'>, sites: readonly Site[]): void {
  if (!sites.some((site) => isAt(context, site))) throw new AppError('request.misdirected');
}

/** What one audience is served is not there for another. */
function at(site: Site, middleware: Middleware<RequestState>): Middleware<RequestState> {
  return (context, next) => (isAt(context, site) ? middleware(context, next) : next());
}

function sendProblem(context: Context & { state: RequestState }, error: unknown, { log, sites }: AppParts): void {
  const { requestId } = context.state;
  const known = error instanceof AppError ? error : explainDatabaseError(error);
  if (!known) log.error({ requestId, error: describe(error) }, 'unexpected failure');
  const shown = known ?? new AppError('server.error');
  const problem = toProblem(shown, requestId);
  context.remove('Set-Cookie');
  context.set('Cache-Control', 'no-store');
  context.set('X-Content-Type-Options', 'nosniff');
  for (const [name, value] of Object.entries(shown.headers)) context.set(name, value);
  context.status = problem.status;
  if (acceptsProblem(context, sites)) {
    context.type = 'application/problem+json';
    context.body = JSON.stringify(problem);
  } else {
    context.type = 'text/plain; charset=utf-8';
    context.body = `${problem.title}\n`;
  }
}

/** Assets answer in plain text, so that no failure can be taken for a script or a page. */
const acceptsProblem = ({ path }: Context, sites: readonly Site[]): boolean =>
  sites.some(({ isApi }) => isApi(path)) || path === '/server-loader';

/** Class, SQLSTATE and stack, but not the message's values: a driver quotes what was sent. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const fromDriver = 'original' in error;
  return {
    name: error.name,
    message: fromDriver ? undefined : error.message,
    sqlState: sqlState(error),
    stack: error.stack?.split('\n').slice(1, 8),
  };
}

/** The ticket in the address of `/setPassword/…` is nobody's to read. */
const loggedPath = (path: string): string => path.replace(/^\/setPassword\/.*/i, '/setPassword/…');
