import type { AudienceName, Endpoint, Language, MemberAction, UserOf } from '@trellis/api-contract';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { Admission } from './admission.ts';
import { type Call, type CallContext, readCall } from './caller.ts';
import type { SessionCookie } from './cookies.ts';
import type { IdempotentCalls } from './idempotency.ts';
import type { Hosts } from './origin.ts';
import type { ActionProof, CodeStep } from './proof.ts';

/** Asks for a code before an action, and uses it up with the action. */
export interface ActionGuard {
  mayAsk(action: MemberAction): Promise<boolean>;
  /**
   * Lets one call of a member look at a code at a time: the next guess is looked at when this one is counted. `attempt`
   * and `authorise` are called in it.
   */
  inTurn<T>(memberId: string, work: () => Promise<T>): Promise<T>;
  /**
   * Where the action asks for a code of the authenticator, and this one is right, fresh, and nothing else stands in the
   * way: runs `work`, which uses it up together with its effect.
   * @returns what `work` does; `undefined` leaves the verdict to `authorise`
   */
  attempt<T>(
    action: MemberAction,
    memberId: string,
    code: string | undefined,
    work: (codeStep: CodeStep) => Promise<T | undefined>,
  ): Promise<T | undefined>;
  /** Whether nothing more than the session is asked for: the amount is too small, or the action never asks. */
  asksNothing(action: MemberAction, memberId: string, usdMinor: bigint | undefined): Promise<boolean>;
  authorise(
    action: MemberAction,
    memberId: string,
    code: string | undefined,
    usdMinor: bigint | undefined,
    call: Pick<Call, 'device' | 'token'>,
  ): Promise<ActionProof | undefined>;
}

/** Those for whom a host and its endpoints are there: how they are known, and what they may do. */
export interface Audience<C extends Call> {
  readonly kind: AudienceName;
  /** Host names with port under which they, and nobody else, are served. Known once the server listens. */
  readonly hosts: () => Hosts;
  /** All their endpoints begin with it. */
  readonly base: string;
  readonly cookie: SessionCookie;
  /** Where a browser keeps the token that outlives its sessions. */
  readonly deviceCookie?: SessionCookie;
  /** Who logged in last with a browser that has no session now, by that token. */
  readonly lastIn?: (device: string) => Promise<string | undefined>;
  /** Finds out who calls, by the session's token. */
  readonly identify: (call: Call) => Promise<C>;
  /** By an endpoint's `auth`: throws the AppError that turns a caller away. */
  readonly policies: Readonly<Record<string, (caller: C, endpoint: Endpoint) => void>>;
  /** What each caller has under way, through whichever entrance: API, data of a screen, pages. */
  readonly admission: Admission;
  /** Who calls, for limits and keys; `undefined` without a session. */
  readonly idOf: (caller: C) => string | undefined;
  /** Who is logged in, as their own page is shown; `null`: nobody. */
  readonly userOf: (caller: C) => UserOf<AudienceName> | null;
  /** The name that their own page knows them by. */
  readonly nameOf: (caller: C) => string | undefined;
  /** The browser of who is logged in is locked: to all else it is as if nobody were. */
  readonly isLocked?: (caller: C) => boolean;
  /** The language of their profile, where they have one. */
  readonly languageOf: (caller: C) => Language | undefined;
  /** Decides what an endpoint's `action` asks for; an audience without it has no such endpoints. */
  readonly actions?: ActionGuard;
  /**
   * Looks at the code of an endpoint that asks for a fresh one, and uses it up; an audience without it has no such
   * endpoints. @throws AppError of a code that is missing, wrong or used
   */
  readonly freshCode?: (caller: C, code: string | undefined) => Promise<void>;
  /** Where answers of idempotent endpoints are kept; an audience without it has no such endpoints. */
  readonly idempotentCalls?: IdempotentCalls;
  /** Where it is kept what became of any other call that came with a key. */
  readonly keptCalls?: IdempotentCalls;
}

/** A page asks for less than this at once; whoever opens many gets them one after the other. */
const mostOfOneCaller = 24;

/** The one admission of an audience's callers. */
export const callerAdmission = ({ rateLimitFactor }: Pick<Config, 'rateLimitFactor'>): Admission =>
  new Admission({ most: Number.POSITIVE_INFINITY, mostOfOne: mostOfOneCaller * rateLimitFactor });

/**
 * Does a request's work while its caller has few others under way. Who has no session is counted by network alone.
 * @throws AppError server.busy
 */
export async function admitted<C extends Call, T>(
  { idOf, admission }: Pick<Audience<C>, 'idOf' | 'admission'>,
  caller: C,
  work: () => Promise<T>,
): Promise<T> {
  const id = idOf(caller);
  const leave = id === undefined ? undefined : admission.enter(id);
  try {
    return await work();
  } finally {
    leave?.();
  }
}

/**
 * Refuses what a page sends that was made for somebody else than the session's owner: in one browser two may follow each
 * other. A page that was nobody's says nothing.
 * @throws AppError auth.other_session
 */
export function checkPageOf<C extends Call>(
  { nameOf }: Pick<Audience<C>, 'nameOf'>,
  caller: C,
  said: string | string[] | undefined,
): void {
  const user = nameOf(caller);
  if (said === undefined || user === undefined || said === encodeURIComponent(user)) return;
  throw new AppError('auth.other_session', { params: { user } });
}

/**
 * Who sends a request to an audience's host, by the cookies of that audience. It is logged, too.
 * @param more what is known of the call without its headers: whether it is any use of the session
 */
export async function identify<C extends Call>(
  context: CallContext,
  { kind, cookie, deviceCookie, identify: find, idOf }: Audience<C>,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  more: Pick<Call, 'background'> = {},
): Promise<C> {
  const caller = await find({ ...readCall(context, cookie, trustedProxies, deviceCookie), ...more });
  const id = idOf(caller);
  if (id !== undefined) context.state.caller = `${kind} ${id}`;
  return caller;
}
