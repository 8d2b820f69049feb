import { randomUUID } from 'node:crypto';
import Koa, { type Context, type Middleware } from 'koa';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { sqlState } from '../db/database.ts';
import { explainDatabaseError } from '../db/failures.ts';
import { failureFacts } from '../jobs/failureCode.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { Admission } from './admission.ts';
import { setClosedHeaders } from './answerHeaders.ts';
import { hasBody } from './body.ts';
import { type ArrivalLimits, BodyArrivals } from './bodyArrivals.ts';
import { type Health, serveHealth } from './health.ts';
import { clientAddress, hostOf, networkOf, networksOf } from './origin.ts';
import { toProblem } from './problem.ts';
import type { RequestState } from './requestState.ts';
import type { Site } from './site.ts';

/** Of one network at once, on one site: many members may stand behind one, and each takes milliseconds. */
const mostOfOneNetwork = 100;
const arrivalLimits: ArrivalLimits = { timeoutMs: 5_000, most: 2_000, mostOfOneNetwork: 50 };

export interface AppParts {
  readonly config: Pick<Config, 'trustedProxies' | 'rateLimitFactor' | 'publicOrigin'>;
  readonly log: Log;
  readonly health: Health;
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  /** One for each audience; their host names differ. */
  readonly sites: readonly Site[];
}

/**
 * The Koa application: request id → log → problems → health → body → load shedding → the host's own site. What is still on its way
 * is not worked on yet, each site has places of its own, and health takes none: whoever floods one of them stops neither
 * the others nor those who look after it.
 */
export function createApp(parts: AppParts): Koa<RequestState> {
  const app = new Koa<RequestState>();
  const { trustedProxies, rateLimitFactor } = parts.config;
  const isSecure = isOverTls(parts);
  const answerHealth = serveHealth(parts.health);
  const arrivals = new BodyArrivals({
    ...arrivalLimits,
    mostOfOneNetwork: arrivalLimits.mostOfOneNetwork * rateLimitFactor,
  });
  const admissions = new Map(
    parts.sites.map((site) => [
      site,
      new Admission({ most: site.mostAtOnce, mostOfOne: mostOfOneNetwork * rateLimitFactor }),
    ]),
  );

  if (parts.tracing) app.use(parts.tracing.middleware);
  app.use(async (context, next) => {
    const startedAt = performance.now();
    context.state.requestId = randomUUID();
    context.set('X-Request-Id', context.state.requestId);
    setClosedHeaders(context, isSecure);
    // Whoever hands requests on keeps no connection that is about to be closed.
    if (parts.health.isStopping) context.set('Connection', 'close');
    let leave: (() => void) | undefined;
    try {
      await answerHealth(context, async () => {
        const site = siteOf(context, parts.sites);
        const networks = networksOf(clientAddress(context.req, trustedProxies));
        if (site.isApi(context.path) && hasBody(context.req))
          context.state.body = await arrivals.receive(context.req, networks);
        leave = admissions.get(site)?.enter(networks);
        await next();
      });
    } catch (error) {
      sendProblem(context, error, parts);
    } finally {
      leave?.();
      // The path without its query: a query may hold what nobody should read.
      const { method, status } = context;
      const { requestId, caller, refusal, call } = context.state;
      const path = loggedPath(context.path);
      const milliseconds = Math.round(performance.now() - startedAt);
      parts.metrics?.called(call?.audience ?? 'web', call?.name ?? kindOf(context.path), status, milliseconds);
      // Where from, only of what was refused: somebody may look for a way through.
      const network = refusal && networkOf(clientAddress(context.req, trustedProxies));
      // And by which name: a proxy that passes another than the browser's is seen by it.
      const host = refusal === 'request.misdirected' ? hostOf(context.req)?.slice(0, 100) : undefined;
      const traceId = parts.tracing?.traceId;
      const facts = { requestId, traceId, method, path, status, milliseconds, caller, refusal, network, host };
      parts.log.info(facts, 'request');
    }
  });
  for (const site of parts.sites) for (const middleware of site.middleware) app.use(at(site, middleware));
  // Of what has failed everything is logged and answered above, but a file on its way: its connection has been cut, so that
  // its reader takes it for no whole one.
  app.silent = true;
  const brokenOff = new WeakSet<Context>();
  app.on('error', (error: unknown, context: Context & { readonly state: Partial<RequestState> }) => {
    // Koa says it of the file and of the connection.
    if (isLeft(error) || brokenOff.has(context)) return;
    brokenOff.add(context);
    logFailure(parts.log, context.state.requestId, error, 'an answer broke off');
  });
  return app;
}

/** What is no endpoint, by what it costs. */
const kindOf = (path: string): string => (path.startsWith('/assets/') ? 'asset' : 'page');

const isOverTls = ({ config }: Pick<AppParts, 'config'>): boolean => config.publicOrigin.startsWith('https://');

const isAt = ({ req }: Pick<Context, 'req'>, { hosts }: Site): boolean => hosts().has(hostOf(req) ?? '');

/** @throws AppError request.misdirected: a foreign Host header may poison links and caches */
function siteOf(context: Pick<Context, 'req'>, sites: readonly Site[]): Site {
  const site = sites.find((site) => isAt(context, site));
  if (!site) throw new AppError('request.misdirected');
  return site;
}

/** What one audience is served is not there for another. */
function at(site: Site, middleware: Middleware<RequestState>): Middleware<RequestState> {
  return (context, next) => (isAt(context, site) ? middleware(context, next) : next());
}

function sendProblem(context: Context & { state: RequestState }, error: unknown, parts: AppParts): void {
  const { log, sites } = parts;
  const { requestId } = context.state;
  const known = error instanceof AppError ? error : explainDatabaseError(error);
  if (!known) logFailure(log, requestId, error, 'unexpected failure');
  const shown = known ?? new AppError('server.error');
  context.state.refusal = shown.code;
  const problem = toProblem(shown, requestId);
  context.remove('Set-Cookie');
  // What was about to be answered may have said more than a refusal may.
  setClosedHeaders(context, isOverTls(parts));
  for (const [name, value] of Object.entries(shown.headers)) context.set(name, value);
  context.status = problem.status;
  if (problem.status >= 500 && sites.some((site) => isAt(context, site) && site.failedPage(context))) return;
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

/** Whether it is the reader who has gone: that is no failure of ours. */
const isLeft = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(error.code));

function logFailure(log: Log, requestId: string | undefined, error: unknown, text: string): void {
  log.error({ requestId, error: describe(error) }, text);
}

/** Class, SQLSTATE and stack, but not the message's values: a driver quotes what was sent. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const fromDriver = 'original' in error;
  return {
    name: error.name,
    message: fromDriver ? undefined : error.message,
    ...(sqlState(error) !== undefined && { sqlState: sqlState(error), meaning: failureFacts(error).meaning }),
    stack: error.stack?.split('\n').slice(1, 8),
  };
}

/** The ticket in the address of `/setPassword/…` is nobody's to read. */
const loggedPath = (path: string): string => path.replace(/^\/setPassword\/.*/i, '/setPassword/…');
