import { type Endpoint, type EndpointName, endpoints, type Output, type Parsed } from '@trellis/api-contract';
import { schemas } from '@trellis/api-contract/schemas';
import type { Call, Caller, MemberCaller } from './caller.ts';
import type { EndpointSchemas } from './validation.ts';

/** What a handler gives back beside its answer. */
export interface Reply<Body> {
  readonly body: Body;
  readonly status?: number;
  /** Store this session token in the cookie; `null` removes it. */
  readonly sessionToken?: string | null;
  /** Keep this token in the browser over its sessions. */
  readonly deviceToken?: string;
}

/** At most `points` calls of one member or operator, or on a public route from one network, in `seconds`. */
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

/** An endpoint of any audience. */
export interface RouteEndpoint extends Pick<Endpoint, 'method' | 'path' | 'idempotent' | 'action' | 'file'> {
  /** Names one of its audience's policies. */
  readonly auth: string;
}

/** How one endpoint is answered to callers of the kind `C`. */
export interface Route<C extends Call = Caller> {
  readonly name: string;
  readonly endpoint: RouteEndpoint;
  readonly schemas: EndpointSchemas;
  readonly limit: RateLimit | undefined;
  /** `input` has passed the endpoint's schemas, and `caller` its policy. */
  readonly handle: (
    input: Record<string, unknown>,
    caller: C & { readonly idempotency?: Idempotency },
  ) => Promise<Reply<unknown>>;
  /** Before the transaction that uses the action's proof up and answers by what this returns. */
  readonly prepare?:
    | ((input: Record<string, unknown>, caller: C) => Promise<() => Promise<Reply<unknown>>>)
    | undefined;
  /** What an action moves, in USD minor units, where its rule asks from an amount on. */
  readonly worth?: ((input: Record<string, unknown>, caller: C) => Promise<bigint>) | undefined;
  /** Does the same at once and for good, or nothing: `undefined` leaves the verdict to `handle`. */
  readonly attempt?:
    | ((
        input: Record<string, unknown>,
        caller: C & { readonly idempotency: Idempotency },
      ) => Promise<Reply<unknown> | undefined>)
    | undefined;
}

/**
 * One endpoint for members: its contract entry and schemas by name, a rate limit, and the handler. An idempotent endpoint's
 * handler runs inside the transaction that also stores its answer.
 */
export function route<Name extends EndpointName>(
  name: Name,
  options: {
    readonly limit?: RateLimit;
    readonly handle: (input: Parsed<Name>, caller: CallerOf<Name>) => Promise<Reply<Output<Name>>>;
    /** For endpoints with an action: what an amount is worth, in USD minor units. */
    readonly worth?: (input: Parsed<Name>, caller: CallerOf<Name>) => Promise<bigint>;
    /** For idempotent endpoints, outside of any transaction: its effect must be stored under the call's key. */
    readonly attempt?: (input: Parsed<Name>, caller: CallerOf<Name>) => Promise<Reply<Output<Name>> | undefined>;
  },
): Route {
  const { attempt, worth } = options;
  return {
    name,
    endpoint: endpoints[name],
    schemas: schemas[name],
    limit: options.limit,
    // The pipeline has parsed the input with the schemas of this very name, and applied its policy to the caller.
    handle: (input, caller) => options.handle(input as Parsed<Name>, caller as Caller as CallerOf<Name>),
    worth: worth && ((input, caller) => worth(input as Parsed<Name>, caller as Caller as CallerOf<Name>)),
    attempt: attempt && ((input, caller) => attempt(input as Parsed<Name>, caller as Caller as CallerOf<Name>)),
  };
}

/**
 * An endpoint for members with slow or refusing work before its transaction: `prepare` returns what runs inside it, after
 * the action's proof was used up.
 */
export function preparedRoute<Name extends EndpointName>(
  name: Name,
  options: {
    readonly limit?: RateLimit;
    readonly prepare: (input: Parsed<Name>, caller: CallerOf<Name>) => Promise<() => Promise<Reply<Output<Name>>>>;
  },
): Route {
  const prepare = (input: Record<string, unknown>, caller: Caller) =>
    options.prepare(input as Parsed<Name>, caller as CallerOf<Name>);
  return {
    name,
    endpoint: endpoints[name],
    schemas: schemas[name],
    limit: options.limit,
    prepare,
    handle: async (input, caller) => (await prepare(input, caller))(),
  };
}

/** @throws Error if an endpoint of the contract has no route, or two, or a policy that its audience does not know */
export function checkRoutes<C extends Call>(
  names: readonly string[],
  routes: readonly Route<C>[],
  policies: Readonly<Record<string, unknown>>,
): void {
  const missing = names.filter((name) => !routes.some((entry) => entry.name === name));
  const double = routes.filter((entry, index) => routes.findIndex(({ name }) => name === entry.name) !== index);
  const open = routes.filter(({ endpoint }) => !Object.hasOwn(policies, endpoint.auth));
  const faults = [
    ...missing.map((name) => `${name} has no route`),
    ...double.map(({ name }) => `${name} has two routes`),
    ...open.map(({ name }) => `${name} has no policy`),
  ];
  if (faults.length > 0) throw new Error(`Routes and contract differ: ${faults.join('; ')}`);
}
