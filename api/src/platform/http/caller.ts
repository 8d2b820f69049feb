import { backgroundHeader, type Language, type LockMinutes } from '@trellis/api-contract';
import type { OperatorRole } from '@trellis/api-contract/operator';
import type { Context } from 'koa';
import { cookieValues, type SessionCookie } from './cookies.ts';
import { clientAddress } from './origin.ts';

/** A request, before it is known who sends it. */
export interface Call {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** The session cookie's token. */
  readonly token: string | undefined;
  /** The token of the cookie that stays in a browser over its sessions. */
  readonly device: string | undefined;
  /** The page asks by itself, because something changed: nobody may be there. */
  readonly background?: boolean;
}

/** The member behind a session. */
export interface SessionMember {
  readonly id: string;
  readonly username: string;
  readonly language: Language;
  /** That they have chosen, by its IANA name. */
  readonly timeZone?: string | undefined;
  readonly suspended: boolean;
  /** Of their browser's app lock; `undefined`: it has none. */
  readonly lockMinutes?: LockMinutes | undefined;
}

/** The member of a live session, as of this very call. */
export interface LiveMember extends SessionMember {
  /** A version of the terms is in force that the member has not agreed to. */
  readonly termsDue: boolean;
  /** Their browser is locked: until it is not, the session is nobody's. */
  readonly locked: boolean;
}

/** The operator behind a session, with the roles of this very moment. */
export interface SessionOperator {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
}

/** A call on the members' host. */
export interface Caller extends Call {
  /** The session's member; present on every route that needs one. */
  readonly member: LiveMember | undefined;
  /** Whose the session would be, were the browser not locked: then there is no `member`. */
  readonly locked?: LiveMember | undefined;
}

export type MemberCaller = Caller & { readonly member: LiveMember };

/** A call on the operators' host. */
interface OpsHostCaller extends Call {
  /** The session's operator; present on every route that needs one. */
  readonly operator: SessionOperator | undefined;
  /** Never a request's: `identify` sees to it. */
  readonly command?: undefined;
}

/** A call of an operators' endpoint by a command on a machine that reaches the database. No request makes one. */
export interface CommandCaller extends Call {
  readonly operator?: undefined;
  /** Who runs it, as that machine or they themselves say. */
  readonly command: string;
}

/** Whoever calls an operators' endpoint. */
export type OperatorAudienceCaller = OpsHostCaller | CommandCaller;

/** An operator with a session. */
export type SessionCaller = OpsHostCaller & { readonly operator: SessionOperator };

/** Who works for the product: by a session, or by a command. */
export type OperatorCaller = SessionCaller | CommandCaller;

/** Finds out whose a session's token is. */
export interface LiveMembers {
  find(token: string, background?: boolean): Promise<LiveMember | undefined>;
  /** Which of these belong to live sessions, without counting as use. */
  living(tokens: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The same of operators. */
export interface LiveOperators {
  living(tokens: readonly string[]): Promise<ReadonlySet<string>>;
}

export type CallContext = Pick<Context, 'headers' | 'req'> & { state: { requestId: string; caller?: string } };

/** Reads the call. Two cookies under one name count as none. */
export function readCall(
  context: CallContext,
  cookie: SessionCookie,
  trustedProxies: number,
  deviceCookie?: SessionCookie,
): Call {
  const only = ({ name }: SessionCookie): string | undefined => {
    const values = cookieValues(context.headers.cookie, name);
    return values.length === 1 ? values[0] : undefined;
  };
  return {
    requestId: context.state.requestId,
    address: clientAddress(context.req, trustedProxies),
    userAgent: String(context.headers['user-agent'] ?? '').slice(0, 200),
    token: only(cookie),
    device: deviceCookie && only(deviceCookie),
    background: context.req.method === 'GET' && context.headers[backgroundHeader] !== undefined,
  };
}
