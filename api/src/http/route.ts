import { type Endpoint, type EndpointName, endpoints, type Output, type Parsed } from '@trellis/api-contract';
import type { SessionMember } from '../modules/access/session.ts';

/** Who calls, and from where. */
export interface Caller {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** The session's member; present on every route that needs one. */
  readonly member: SessionMember | undefined;
  /** The cookie's token, for log-out. */
  readonly token: string | undefined;
}

export type MemberCaller = Caller & { readonly member: SessionMember };

/** What a handler gives back beside its answer. */
export interface Reply<Body> {
  readonly body: Body;
  readonly status?: number;
  /** Store this session token in the cookie; `null` removes it. */
  readonly sessionToken?: string | null;
}

/** At most `points` calls of one member, or on a public route from one network, in `seconds`. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** Each process counts for itself: enough where the limit only keeps the load in bounds, and costs no round trip. */
  readonly perProcess?: true;
}

/** Key and digest of an idempotent call, for the journal it makes. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

export type IdempotentCaller = MemberCaller & { readonly idempotency: Idempotency };

type CallerOf<Name extends EndpointName> = (typeof endpoints)[Name] extends { idempotent: true }
  ? IdempotentCaller
  : (typeof endpoints)[Name]['auth'] extends 'public'
    ? Caller
    : MemberCaller;

export interface Route {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  readonly limit: RateLimit | undefined;
  /** `input` has passed the endpoint's schemas, and `caller` its policy. */
  readonly handle: (
    input: Record<string, unknown>,
    caller: Caller & { readonly idempotency?: Idempotency },
  ) => Promise<Reply<unknown>>;
  /** Does the same at once and for good, or nothing: `undefined` leaves the verdict to `handle`. */
  readonly attempt:
    | ((
        input: Record<string, unknown>,
        caller: Caller & { readonly idempotency: Idempotency },
      ) => Promise<Reply<unknown> | undefined>)
    | undefined;
}

/**
 * One endpoint: its contract entry and schemas by name, a rate limit, and the handler. An idempotent endpoint's
 * handler runs inside the transaction that also stores its answer.
 */
export function route<Name extends EndpointName>(
  name: Name,
  options: {
    readonly limit?: RateLimit;
    readonly handle: (input: Parsed<Name>, caller: CallerOf<Name>) => Promise<Reply<Output<Name>>>;
    /** For idempotent endpoints, outside of any transaction: its effect must be stored under the call's key. */
    readonly attempt?: (input: Parsed<Name>, caller: CallerOf<Name>) => Promise<Reply<Output<Name>> | undefined>;
  },
): Route {
  const { attempt } = options;
  return {
    name,
    endpoint: endpoints[name],
    limit: options.limit,
    // The pipeline has parsed the input with the schemas of this very name, and applied its policy to the caller.
    handle: (input, caller) => options.handle(input as Parsed<Name>, caller as Caller as CallerOf<Name>),
    attempt: attempt && ((input, caller) => attempt(input as Parsed<Name>, caller as Caller as CallerOf<Name>)),
  };
}

/** @throws Error if an endpoint of the contract has no route, or two */
export function checkRoutes(routes: readonly Route[]): void {
  const names = Object.keys(endpoints);
  const missing = names.filter((name) => !routes.some((entry) => entry.name === name));
  const double = routes.filter((entry, index) => routes.findIndex(({ name }) => name === entry.name) !== index);
  const open = routes.filter(({ endpoint }) => !['public', 'member', 'activeMember'].includes(endpoint.auth));
  const faults = [
    ...missing.map((name) => `${name} has no route`),
    ...double.map(({ name }) => `${name} has two routes`),
    ...open.map(({ name }) => `${name} has no policy`),
  ];
  if (faults.length > 0) throw new Error(`Routes and contract differ: ${faults.join('; ')}`);
}
