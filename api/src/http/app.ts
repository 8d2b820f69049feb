import { randomUUID } from 'node:crypto';
import { apiBase } from '@trellis/api-contract';
import Koa, { type Context, type Middleware } from 'koa';
import { sqlState } from '../db/database.ts';
import { explainDatabaseError } from '../db/failures.ts';
import { checkHost } from './origin.ts';
import { createRouter, type PipelineParts, type RequestState } from './pipeline.ts';
import { AppError, busy, toProblem } from './problem.ts';
import type { Route } from './route.ts';

/** More requests than this at once are turned away before they cost anything. */
const maximumInFlight = 500;

export interface AppParts extends PipelineParts {
  readonly routes: readonly Route[];
  /** Health, OpenAPI, pages and assets: everything outside the API's own prefix. */
  readonly web: readonly Middleware<RequestState>[];
}

/** The Koa application: request id → log → load shedding → problems → host check → API, then web. */
export function createApp(parts: AppParts): Koa<RequestState> {
  const app = new Koa<RequestState>();
  const router = createRouter(parts.routes, parts);
  let inFlight = 0;

  app.use(async (context, next) => {
    const startedAt = performance.now();
    context.state.requestId = randomUUID();
    context.set('X-Request-Id', context.state.requestId);
    inFlight += 1;
    try {
      if (inFlight > maximumInFlight) throw busy(1);
      checkHost(context.req, parts.hosts());
      await next();
    } catch (error) {
      sendProblem(context, error, parts);
    } finally {
      inFlight -= 1;
      // The path without its query: a query may hold what nobody should read.
      const { method, path, status } = context;
      const milliseconds = Math.round(performance.now() - startedAt);
      parts.log.info({ requestId: context.state.requestId, method, path, status, milliseconds }, 'request');
    }
  });
  app.use(async (context, next) => {
    if (!isApi(context.path)) return next();
    context.set('Cache-Control', 'no-store');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Cross-Origin-Resource-Policy', 'same-origin');
    await router.routes()(context as Parameters<ReturnType<typeof router.routes>>[0], next);
  });
  for (const middleware of parts.web) app.use(middleware);
  app.use((context) => {
    if (isApi(context.path)) refuseUnknown(context, parts.routes);
    throw new AppError('request.not_found');
  });
  // Koa would print what reaches it; everything has been logged and answered above.
  app.silent = true;
  return app;
}

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** A known path with another method is 405, with the methods that exist. */
function refuseUnknown(context: Context, routes: readonly Route[]): void {
  const methods = routes
    .filter(({ endpoint }) => pathPattern(endpoint.path).test(context.path))
    .map(({ endpoint }) => endpoint.method);
  if (methods.length > 0) throw new AppError('request.method_not_allowed', { headers: { allow: methods.join(', ') } });
}

const pathPattern = (path: string): RegExp => new RegExp(`^${apiBase}${path.replace(/:\w+/g, '[^/]+')}$`);

function sendProblem(context: Context & { state: RequestState }, error: unknown, { log }: AppParts): void {
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
  if (acceptsProblem(context)) {
    context.type = 'application/problem+json';
    context.body = JSON.stringify(problem);
  } else {
    context.type = 'text/plain; charset=utf-8';
    context.body = `${problem.title}\n`;
  }
}

/** Assets answer in plain text, so that no failure can be taken for a script or a page. */
const acceptsProblem = (context: Context): boolean => isApi(context.path) || context.path === '/server-loader';

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
