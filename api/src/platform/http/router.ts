import Router from '@koa/router';
import { pageOfHeader } from '@trellis/api-contract';
import type { FileAnswer } from '@trellis/api-contract/schemas';
import type { Context, Middleware } from 'koa';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { type Audience, admitted, checkPageOf, identify } from './audience.ts';
import { readJsonBody } from './body.ts';
import type { Call } from './caller.ts';
import { sessionCookie } from './cookies.ts';
import type { Reply, ServedEndpoint } from './endpoint.ts';
import { sendFile } from './fileAnswer.ts';
import type { Invoker } from './invoke.ts';
import { checkSameOrigin } from './origin.ts';
import type { RequestState } from './requestState.ts';

export interface RouterParts<C extends Call> {
  readonly config: Config;
  readonly invoker: Invoker<C>;
  readonly checkCall: CheckCall<C>;
}

/** Refuses what it is not for the page to call that a request came from. @throws AppError */
export type CheckCall<C extends Call> = (context: Context, caller: C, endpoint: ServedEndpoint<C>) => Promise<void>;

/** The router over all endpoints of an audience: same origin → session → the page's release → admission → `invoke` → answer. */
export function createRouter<C extends Call>(
  endpoints: readonly ServedEndpoint<C>[],
  audience: Audience<C>,
  parts: RouterParts<C>,
): Router<RequestState> {
  // One address for each endpoint: no other case, no slash at the end.
  const router = new Router<RequestState>({ prefix: audience.base, sensitive: true, strict: true });
  for (const endpoint of endpoints) {
    const { path, method } = endpoint.contract;
    router.register(path, [method], [answer(endpoint, audience, parts)]);
  }
  return router;
}

function answer<C extends Call>(
  endpoint: ServedEndpoint<C>,
  audience: Audience<C>,
  { config, invoker, checkCall }: RouterParts<C>,
): Middleware<RequestState> {
  const { method, file } = endpoint.contract;
  const call = { audience: audience.kind, name: endpoint.name };
  return async (context) => {
    context.state.call = call;
    if (method !== 'GET') checkSameOrigin(context.req, audience.hosts());
    const caller = await identify(context, audience, config);
    checkPageOf(audience, caller, context.headers[pageOfHeader]);
    await checkCall(context, caller, endpoint);
    const { replayed, ...reply } = await admitted(audience, caller, () =>
      invoker.invoke(endpoint, caller, {
        params: { ...(context as Context & { params?: object }).params },
        query: readQuery(context),
        body: () => readJsonBody(context.req, context.state.body),
        key: context.headers['idempotency-key'],
      }),
    );
    if (file) {
      await sendFile(context, file, reply.body as FileAnswer);
      return;
    }
    if (replayed) context.set('Idempotency-Replayed', 'true');
    send(context, audience, reply);
  };
}

/**
 * The parameters of the query. One whose bytes are no text is refused, as it is in a path: it would be another text.
 * @throws AppError request.invalid
 */
function readQuery({ querystring, query }: Context): Record<string, unknown> {
  try {
    decodeURIComponent(querystring);
  } catch (error) {
    throw new AppError('request.invalid', { cause: error });
  }
  return { ...query };
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
