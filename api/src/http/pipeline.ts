import Router from '@koa/router';
import { apiBase } from '@trellis/api-contract';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { SessionMember, Sessions } from '../modules/access/session.ts';
import { readJsonBody } from './body.ts';
import { identifyCaller } from './caller.ts';
import { sessionCookie } from './cookies.ts';
import { type IdempotentCalls, readIdempotencyKey, requestHash } from './idempotency.ts';
import { checkSameOrigin } from './origin.ts';
import { AppError } from './problem.ts';
import type { RateLimits } from './rateLimit.ts';
import type { Idempotency, Reply, Route } from './route.ts';
import { checkResponse, parseInput } from './validation.ts';

export interface PipelineParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly sessions: Sessions;
  readonly rateLimits: RateLimits;
  readonly idempotentCalls: IdempotentCalls;
  readonly hosts: () => ReadonlySet<string>;
}

/** What earlier steps found out about the request. */
export interface RequestState {
  requestId: string;
}

/**
 * The router over all endpoints. Each call goes: same origin → session → policy → rate limit → body and schema →
 * idempotency → handler (in its transaction) → response schema → answer. An idempotent route may first attempt its
 * effect in a batch with others; what is not certain there goes the way of all.
 */
export function createRouter(routes: readonly Route[], parts: PipelineParts): Router<RequestState> {
  // One address for each endpoint: no other case, no slash at the end.
  const router = new Router<RequestState>({ prefix: apiBase, sensitive: true, strict: true });
  for (const route of routes) router.register(route.endpoint.path, [route.endpoint.method], [answer(route, parts)]);
  return router;
}

function answer(route: Route, parts: PipelineParts): Middleware<RequestState> {
  const { endpoint, name } = route;
  return async (context) => {
    if (endpoint.method !== 'GET') checkSameOrigin(context.req, parts.hosts());
    const caller = await identifyCaller(context, parts);
    checkPolicy(route, caller.member);
    await parts.rateLimits.count(route, caller);
    const key = endpoint.idempotent ? readIdempotencyKey(context.headers['idempotency-key']) : undefined;
    const input = parseInput(name, {
      params: { ...(context as Context & { params?: object }).params },
      query: { ...context.query },
      body: endpoint.method === 'POST' ? await readJsonBody(context.req) : undefined,
    });

    const checked = (reply: Reply<unknown>): Reply<unknown> => {
      if (!parts.config.production) checkResponse(name, reply.body);
      return reply;
    };
    if (key === undefined || !caller.member) {
      send(context, parts, checked(await route.handle(input, caller)));
      return;
    }
    const idempotency: Idempotency = { key, requestHash: requestHash(endpoint.method, context.path, input) };
    const call = { ...caller, idempotency };
    const done = await route.attempt?.(input, call);
    if (done) {
      send(context, parts, checked(done));
      return;
    }
    const { member } = caller;
    const stored = await parts.idempotentCalls.runOnce(member.id, idempotency, context.state.requestId, async () =>
      checked(await route.handle(input, call)),
    );
    if (stored.replayed) context.set('Idempotency-Replayed', 'true');
    send(context, parts, { body: stored.body, status: stored.status });
  };
}

/** @throws AppError auth.session_required or member.suspended */
function checkPolicy(route: Route, member: SessionMember | undefined): void {
  if (route.endpoint.auth === 'public') return;
  if (!member) throw new AppError('auth.session_required');
  if (route.endpoint.auth === 'activeMember' && member.suspended) throw new AppError('member.suspended');
}

function send(context: Context, { config }: PipelineParts, reply: Reply<unknown>): void {
  if (reply.sessionToken !== undefined)
    context.set('Set-Cookie', sessionCookie(config, reply.sessionToken ?? undefined, 24 * 3600));
  context.status = reply.status ?? 200;
  if (context.status >= 400) context.type = 'application/problem+json';
  else context.type = 'application/json';
  context.body = JSON.stringify(reply.body);
}
