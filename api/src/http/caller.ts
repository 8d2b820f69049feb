import type { Context } from 'koa';
import type { Config } from '../config.ts';
import type { Sessions } from '../modules/access/session.ts';
import { cookieValues, sessionCookieName } from './cookies.ts';
import { clientAddress } from './origin.ts';
import type { Caller } from './route.ts';

export interface CallerParts {
  readonly config: Config;
  readonly sessions: Sessions;
}

/** Who sends this request, by its session cookie. Two session cookies under one name count as none. */
export async function identifyCaller(
  context: Pick<Context, 'headers' | 'req'> & { state: { requestId: string } },
  { config, sessions }: CallerParts,
): Promise<Caller> {
  const tokens = cookieValues(context.headers.cookie, sessionCookieName(config));
  const token = tokens.length === 1 ? tokens[0] : undefined;
  return {
    requestId: context.state.requestId,
    address: clientAddress(context.req, config.trustedProxies),
    userAgent: String(context.headers['user-agent'] ?? '').slice(0, 200),
    token,
    member: token === undefined ? undefined : await sessions.find(token),
  };
}
