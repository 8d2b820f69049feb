import type { MemberAction } from '../identity/security/actions.ts';

/** Those for whom a host, its endpoints and its features are there. */
export type AudienceName = 'member' | 'operator';

/**
 * One endpoint as plain data: the server serves it, the browser's client and the OpenAPI document follow from it. Schemas
 * stand apart (`@trellis/api-contract/schemas`): the browser needs none.
 */
export interface Endpoint<Policy extends string = string, Tag extends string = string> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under the audience's base; `:name` is a path parameter. */
  readonly path: string;
  /** Names one of its audience's policies: who may call. */
  readonly auth: Policy;
  /** Needs an `Idempotency-Key`; the answer is stored with it. */
  readonly idempotent?: true;
  /** What it asks of who calls it alongside a session: a bound authenticator, a code, no security lock. */
  readonly action?: MemberAction;
  /**
   * Asks for a code of the caller's authenticator with each call, which works once; a command needs none. `unless`: a call in
   * which all of this stands asks for none; `when`: no other call asks for one; `beyond`: so many calls of a caller within an hour
   * ask for none, and with a code as many more. `decided`: the server says by what happened before, and a page asks for one when it
   * is missed.
   */
  readonly freshCode?:
    | true
    | 'decided'
    | ({ readonly [Condition in 'unless' | 'when']?: Readonly<Record<string, unknown>> } & {
        readonly beyond?: number;
      });
  /** The answer is a file of this type, for a link. */
  readonly file?: 'text/csv' | 'application/pdf';
  /** Only for whoever has a session: a command does not run it. */
  readonly byCommand?: false;
  /** Answers page by page: `next` of an answer is `after` of the next question. */
  readonly paged?: true;
  /** Client cache: what a query provides, or what a mutation makes stale. */
  readonly tags?: readonly Tag[];
}

/**
 * A call that answers a screen's first data: an endpoint that needs nothing, or one whose input stands in the page's
 * address. Client and server make the same input of it, by which the answer is found again.
 */
export type RouteCall<Name extends string = string> =
  | Name
  | {
      readonly name: Name;
      /**
       * By field: the last part of the path, or `?name`, a parameter of the query, which is left out where it is not there;
       * `?name=value` says what it is then.
       */
      readonly input: Readonly<Record<string, 'last' | `?${string}`>>;
      /** Parameters of the query from which the screen makes an input of its own: it then asks for itself. */
      readonly unless?: readonly string[];
    };

export const routeCallName = <Name extends string>(call: RouteCall<Name>): Name =>
  typeof call === 'string' ? call : call.name;

/** The most that a page of a list holds. */
export const mostOfPage = 100;
