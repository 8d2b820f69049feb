import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { FileAnswer } from '@trellis/api-contract/schemas';
import type { Context, Middleware } from 'koa';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import type { ActionGate, ActionProof, Audience } from './audience.ts';
import { readJsonBody } from './body.ts';
import { type Call, readCall } from './caller.ts';
import { sessionCookie } from './cookies.ts';
import { readIdempotencyKey, requestHash } from './idempotency.ts';
import { checkSameOrigin } from './origin.ts';
import type { RateLimits } from './rateLimit.ts';
import type { Idempotency, Reply, Route } from './route.ts';
import { checkResponse, parseInput } from './validation.ts';

export interface PipelineParts {
  readonly config: Config;
  readonly rateLimits: RateLimits;
}

/** What earlier steps found out about the request. */
export interface RequestState {
  requestId: string;
}

/**
 * The router over all endpoints of an audience. Each call goes: same origin → session → policy → rate limit → body and
 * schema → the action's code → idempotency → handler (in its transaction, which uses the code up) → response schema →
 * answer. An idempotent route may first attempt its effect in a batch with others; what is not certain there goes the way
 * of all.
 */
export function createRouter<C extends Call>(
  routes: readonly Route<C>[],
  audience: Audience<C>,
  parts: PipelineParts,
): Router<RequestState> {
  // One address for each endpoint: no other case, no slash at the end.
  const router = new Router<RequestState>({ prefix: audience.base, sensitive: true, strict: true });
  for (const route of routes)
    router.register(route.endpoint.path, [route.endpoint.method], [answer(route, audience, parts)]);
  return router;
}

function answer<C extends Call>(
  route: Route<C>,
  audience: Audience<C>,
  { config, rateLimits }: PipelineParts,
): Middleware<RequestState> {
  const { endpoint, name, schemas } = route;
  return async (context) => {
    if (endpoint.method !== 'GET') checkSameOrigin(context.req, audience.hosts());
    const call = readCall(context, audience.cookie, config.trustedProxies, audience.deviceCookie);
    const caller = await audience.identify(call);
    checkPolicy(route, audience, caller);
    const callerId = audience.idOf(caller);
    await rateLimits.count(route, call, callerId && `${audience.kind} ${callerId}`);
    const key = endpoint.idempotent ? readIdempotencyKey(context.headers['idempotency-key']) : undefined;
    const input = parseInput(schemas, {
      params: { ...(context as Context & { params?: object }).params },
      query: { ...context.query },
      body: endpoint.method === 'POST' ? await readJsonBody(context.req) : undefined,
    });

    const checked = (reply: Reply<unknown>): Reply<unknown> => {
      if (!config.production) checkResponse(name, schemas, reply.body);
      return reply;
    };
    const { actions, idempotentCalls } = audience;
    const asks = endpoint.action && callerId !== undefined && (await needGate(actions).mayAsk(endpoint.action));
    if (key === undefined || callerId === undefined || !idempotentCalls) {
      const reply = asks ? await guarded(route, input, caller, callerId, needGate(actions)) : undefined;
      const answered = checked(reply ?? (await route.handle(input, caller)));
      if (endpoint.file) sendFile(context, endpoint.file, answered.body as FileAnswer);
      else send(context, audience, answered);
      return;
    }
    const idempotency: Idempotency = { key, requestHash: requestHash(endpoint.method, context.path, input) };
    const keyed = { ...caller, idempotency };
    const done = asks ? undefined : await route.attempt?.(input, keyed);
    if (done) {
      send(context, audience, checked(done));
      return;
    }
    // A call that was answered is answered again, whatever has become of its code since.
    const isNew = asks && !(await idempotentCalls.isAnswered(callerId, key));
    const proof = isNew ? await prove(route, input, caller, callerId, needGate(actions)) : undefined;
    const stored = await idempotentCalls.runOnce(callerId, idempotency, context.state.requestId, async () => {
      await proof?.use();
      return checked(await route.handle(input, keyed));
    });
    if (stored.replayed) context.set('Idempotency-Replayed', 'true');
    send(context, audience, { body: stored.body, status: stored.status });
  };
}

/** Looks at the action's code, and answers in one transaction with its use. */
async function guarded<C extends Call>(
  route: Route<C>,
  input: Record<string, unknown>,
  caller: C,
  callerId: string,
  gate: ActionGate,
): Promise<Reply<unknown>> {
  const proof = await prove(route, input, caller, callerId, gate);
  const finish = route.prepare ? await route.prepare(input, caller) : () => route.handle(input, caller);
  return gate.inTransaction(async () => {
    await proof?.use();
    return finish();
  });
}

async function prove<C extends Call>(
  { endpoint, worth }: Route<C>,
  input: Record<string, unknown>,
  caller: C,
  callerId: string,
  gate: ActionGate,
): Promise<ActionProof | undefined> {
  if (!endpoint.action) return undefined;
  const code = typeof input.code === 'string' ? input.code : undefined;
  return gate.authorise(endpoint.action, callerId, code, await worth?.(input, caller));
}

/** @throws AppError auth.forbidden where an endpoint has an action and its audience nothing to decide about it */
function needGate(gate: ActionGate | undefined): ActionGate {
  if (!gate) throw new AppError('auth.forbidden');
  return gate;
}

/** @throws AppError of the policy, or auth.forbidden where there is none: nothing is open by a mistake */
function checkPolicy<C extends Call>({ endpoint }: Route<C>, { policies }: Audience<C>, caller: C): void {
  const policy = policies[endpoint.auth];
  if (!policy) throw new AppError('auth.forbidden');
  policy(caller);
}

function send<C extends Call>(context: Context, { cookie, deviceCookie }: Audience<C>, reply: Reply<unknown>): void {
  const cookies: string[] = [];
  if (reply.sessionToken !== undefined) cookies.push(sessionCookie(cookie, reply.sessionToken ?? undefined));
  if (reply.deviceToken !== undefined && deviceCookie) cookies.push(sessionCookie(deviceCookie, reply.deviceToken));
  if (cookies.length > 0) context.set('Set-Cookie', cookies);
  context.status = reply.status ?? 200;
  if (context.status >= 400) context.type = 'application/problem+json';
  else context.type = 'application/json';
  context.body = JSON.stringify(reply.body);
}

/** Always to be kept, never shown: what members have written may stand in it. */
function sendFile(context: Context, type: string, { name, content }: FileAnswer): void {
  context.type = type;
  context.attachment(name);
  context.body = content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content);
}
