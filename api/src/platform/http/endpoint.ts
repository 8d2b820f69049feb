import type { AudienceName, Endpoint, MemberAction } from '@trellis/api-contract';
import { type AnswerOf, contracts, type EndpointNameOf, type ParsedOf } from '@trellis/api-contract/schemas';
import type { Call, Caller, MemberCaller, OperatorAudienceCaller, OperatorCaller, SessionCaller } from './caller.ts';
import type { CodeStep } from './proof.ts';
import type { EndpointSchemas } from './validation.ts';

/** What a handler gives back alongside its answer. */
export interface Reply<Body> {
  readonly body: Body;
  readonly status?: number;
  /** Store this session token in the cookie; `null` removes it. */
  readonly sessionToken?: string | null;
  /** Keep this token in the browser over its sessions. */
  readonly deviceToken?: string;
  /** Id of whom the call was about, where no session says it: for the record of what touches security. */
  readonly about?: string;
}

/** At most `points` calls of one member or operator, or on a public endpoint from one network, in `seconds`. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** Each process counts for itself: enough where the limit only keeps the load in bounds, and costs no round trip. */
  readonly perProcess?: true;
}

/** Of what an open page reads by itself: nobody with some pages open comes near it, whoever asks on and on does. */
export const reads: RateLimit = { points: 600, seconds: 60, perProcess: true };
/** The same, of lists and what else reads a good deal. */
export const costlyReads: RateLimit = { points: 300, seconds: 60, perProcess: true };

/**
 * Where a handler's transaction begins.
 * - `none`: it needs none, for it reads, or changes with single statements;
 * - `own`: its service begins one itself, after slow work that must hold no lock;
 * - `call`: the whole call is one: the use of the action's proof, the effect, and the answer that is stored.
 */
export type TransactionScope = 'none' | 'own' | 'call';

/** Key and digest of an idempotent call, for the journal it makes. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

interface Callers {
  readonly member: { readonly anyone: Caller; readonly known: MemberCaller; readonly session: MemberCaller };
  readonly operator: {
    readonly anyone: OperatorAudienceCaller;
    readonly known: OperatorCaller;
    readonly session: SessionCaller;
  };
}
type Contract<A extends AudienceName, Name extends EndpointNameOf<A>> = (typeof contracts)[A]['endpoints'][Name];

/** Who calls an endpoint, once its policy has let them in. */
export type CallerOf<A extends AudienceName, Name extends EndpointNameOf<A>> = (Contract<A, Name> extends {
  readonly auth: 'public' | 'anyLock';
}
  ? Callers[A]['anyone']
  : Contract<A, Name> extends { readonly byCommand: false }
    ? Callers[A]['session']
    : Callers[A]['known']) &
  (Contract<A, Name> extends { readonly idempotent: true } ? { readonly idempotency: Idempotency } : unknown);

export type IdempotentCaller = MemberCaller & { readonly idempotency: Idempotency };

/** One endpoint as the server runs it for callers of the kind `C`; made by `endpoint()`. */
export interface ServedEndpoint<C extends Call = Caller> {
  readonly name: string;
  readonly contract: Endpoint;
  readonly schemas: EndpointSchemas;
  readonly limit: RateLimit;
  readonly transaction: TransactionScope;
  /** Slow or refusing work before the transaction; what it returns goes to `handle`. */
  readonly prepare: ((input: Record<string, unknown>, caller: C) => Promise<unknown>) | undefined;
  /** `input` has passed the endpoint's schemas, and `caller` its policy. */
  readonly handle: (input: Record<string, unknown>, caller: C, prepared: unknown) => Promise<Reply<unknown>>;
  /** It touches what keeps an account its owner's: how it ended is kept, done or refused. */
  readonly recorded: boolean;
  /** Whom a call without a session says that it is of. */
  readonly typedName: ((input: Record<string, unknown>) => string) | undefined;
  /** Which action a call is, where its input decides: one of a stricter rule than the contract's. */
  readonly actionOf: ((input: Record<string, unknown>) => MemberAction) | undefined;
  /** What an action moves, in USD minor units, where its rule asks from an amount on. */
  readonly usdValue: ((input: Record<string, unknown>, caller: C) => Promise<bigint>) | undefined;
  /** Whether this call takes a fresh code, where its contract leaves that to be decided. */
  readonly needsCode: ((input: Record<string, unknown>, caller: C) => Promise<boolean>) | undefined;
  /** Does the same at once and for good, or nothing: `undefined` leaves the verdict to `handle`. */
  readonly attempt:
    | ((
        input: Record<string, unknown>,
        caller: C,
        codeStep: CodeStep | undefined,
      ) => Promise<Reply<unknown> | undefined>)
    | undefined;
}

export type MemberEndpoints = ServedEndpoint<Caller>[];
export type OperatorEndpoints = ServedEndpoint<OperatorAudienceCaller>[];

/** What an operator may do in a minute, where an endpoint says nothing else. */
const operatorLimit = (method: Endpoint['method']): RateLimit => ({ points: method === 'GET' ? 120 : 30, seconds: 60 });

interface EndpointOptions<Input, C, Body, Prepared> {
  readonly prepare?: (input: Input, caller: C) => Promise<Prepared>;
  readonly handle: (input: Input, caller: C, prepared: Prepared) => Promise<Reply<Body>>;
  /** It touches what keeps an account its owner's; where no session says whose, the name that was typed does. */
  readonly recorded?: true | ((input: Input) => string);
  /** For endpoints with an action: another, of a stricter rule, where the input asks for it. */
  readonly actionOf?: (input: Input) => MemberAction;
  /** For endpoints with an action: what it moves, in USD minor units. */
  readonly usdValue?: (input: Input, caller: C) => Promise<bigint>;
  /** For endpoints whose `freshCode` is decided: whether this call takes one. */
  readonly needsCode?: (input: Input, caller: C) => Promise<boolean>;
  /**
   * For idempotent endpoints, outside of any transaction: its effect is stored under the call's key, and uses the code of
   * `codeStep` up where one was asked for.
   */
  readonly attempt?: (input: Input, caller: C, codeStep: CodeStep | undefined) => Promise<Reply<Body> | undefined>;
}

/** A member's endpoint says how often it may be called; an operator's where it is not the usual. */
type Limit<A extends AudienceName> = A extends 'operator'
  ? { readonly limit?: RateLimit }
  : { readonly limit: RateLimit };

/** What only reads needs no transaction and says nothing about one. */
type Scope<A extends AudienceName, Name extends EndpointNameOf<A>> =
  Contract<A, Name> extends {
    readonly method: 'GET';
  }
    ? { readonly transaction?: TransactionScope }
    : { readonly transaction: TransactionScope };

/**
 * One endpoint: its contract and schemas by audience and name, a rate limit, where its transaction begins, and the
 * handler. Whatever runs it goes through `Invoker.invoke`.
 */
export function endpoint<A extends AudienceName, Name extends EndpointNameOf<A>, Prepared = undefined>(
  audience: A,
  name: Name,
  options: EndpointOptions<ParsedOf<A, Name>, CallerOf<A, Name>, AnswerOf<A, Name>, Prepared> &
    Limit<A> &
    Scope<A, Name>,
): ServedEndpoint<Callers[A]['anyone']> {
  const { endpoints, schemas } = contracts[audience];
  // The pipeline parses the input with the schemas of this very name, and applies its policy to the caller.
  const { limit, transaction, prepare, handle, recorded, actionOf, usdValue, needsCode, attempt } =
    options as unknown as EndpointOptions<Record<string, unknown>, Callers[A]['anyone'], unknown, unknown> & {
      readonly limit?: RateLimit;
      readonly transaction?: TransactionScope;
    };
  const contract = (endpoints as Readonly<Record<string, Endpoint>>)[name] as Endpoint;
  return {
    name,
    contract,
    schemas: (schemas as Readonly<Record<string, EndpointSchemas>>)[name] as EndpointSchemas,
    limit: limit ?? operatorLimit(contract.method),
    transaction: transaction ?? 'none',
    prepare,
    handle,
    recorded: recorded !== undefined,
    typedName: recorded === true ? undefined : recorded,
    actionOf,
    usdValue,
    needsCode,
    attempt,
  };
}

/**
 * @throws Error if an endpoint of the contract is not served, or twice, or has a policy that its audience does not know,
 *   or leaves it open when it takes a code, or asks for a proof or a key whose use would not be in one transaction with its effect
 */
export function checkEndpoints<C extends Call>(
  names: readonly string[],
  served: readonly ServedEndpoint<C>[],
  policies: Readonly<Record<string, unknown>>,
): void {
  const missing = names.filter((name) => !served.some((entry) => entry.name === name));
  const double = served.filter((entry, index) => served.findIndex(({ name }) => name === entry.name) !== index);
  const open = served.filter(({ contract }) => !Object.hasOwn(policies, contract.auth));
  const loose = served.filter(
    ({ contract, transaction }) => (contract.action ?? contract.idempotent) !== undefined && transaction !== 'call',
  );
  const undecided = served.filter(
    ({ contract, needsCode }) => (contract.freshCode === 'decided') !== (needsCode !== undefined),
  );
  const faults = [
    ...missing.map((name) => `${name} is not served`),
    ...double.map(({ name }) => `${name} is served twice`),
    ...open.map(({ name }) => `${name} has no policy`),
    ...undecided.map(({ name }) => `${name} does not say when it takes a fresh code`),
    ...loose.map(({ name }) => `${name} needs one transaction for the whole call`),
  ];
  if (faults.length > 0) throw new Error(`Endpoints and contract differ: ${faults.join('; ')}`);
}
