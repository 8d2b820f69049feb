import { createHash } from 'node:crypto';
import { type LoadedAnswer, type LoaderAnswer, type RouteCall, routeCallName } from '@trellis/api-contract';
import { contracts } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Audience } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import type { ServedEndpoint } from '../../platform/http/endpoint.ts';
import { emptyRequest, type Invoker } from '../../platform/http/invoke.ts';
import type { Callable } from './declaredCalls.ts';

/** How what a caller's open page is kept informed of stands now; `undefined`: it is shown nothing. */
export type MarksOf<C extends Call> = (caller: C) => Promise<Readonly<Record<string, string>> | undefined>;

/**
 * Answers in one go everything a screen needs first, by invoking the endpoints themselves: what HTTP refuses is refused
 * here. A call that is refused is left out; the screen then asks for itself and shows why.
 */
export class ServerLoader<C extends Call> {
  readonly #audience: Pick<Audience<C>, 'userOf' | 'isLocked'>;
  readonly #endpoints: ReadonlyMap<string, ServedEndpoint<C>>;
  readonly #invoker: Invoker<C>;
  readonly #routeData: ReadonlyMap<string, readonly RouteCall[]>;
  readonly #clock: Clock;
  readonly #marksOf: MarksOf<C> | undefined;

  constructor(
    audience: Pick<Audience<C>, 'kind' | 'userOf'>,
    endpoints: readonly ServedEndpoint<C>[],
    invoker: Invoker<C>,
    clock: Clock,
    marksOf?: MarksOf<C>,
  ) {
    this.#clock = clock;
    this.#marksOf = marksOf;
    this.#audience = audience;
    this.#endpoints = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
    this.#invoker = invoker;
    this.#routeData = new Map(Object.entries(contracts[audience.kind].routeData));
  }

  /** Screens that it has data for, as `<feature>/<screen>`. */
  get routes(): string[] {
    return [...this.#routeData.keys()];
  }

  /** As `load`, for a page that knows nothing yet. */
  async loadFirst(routeId: string | undefined, caller: C, url: string): Promise<LoaderAnswer> {
    // Before the data, so that what changes meanwhile is at worst read twice.
    const marks = await this.#marksOf?.(caller);
    const answer = await this.load(routeId, caller, url);
    return marks === undefined ? answer : { ...answer, marks };
  }

  /**
   * @param url where the page is, with its query: what a screen shows may stand there
   * @param callable what whoever asks may call; the rest is left out
   */
  async load(routeId: string | undefined, caller: C, url: string, callable: Callable = 'all'): Promise<LoaderAnswer> {
    const session = this.#audience.userOf(caller);
    const calls = routeId === undefined ? undefined : this.#routeData.get(routeId);
    const own = (calls ?? []).filter((call) => callable === 'all' || callable.has(routeCallName(call)));
    const answers = await Promise.all((session ? own : []).map((call) => this.#answer(call, caller, url)));
    return {
      now: this.#clock.now().toISOString(),
      route: routeId !== undefined && calls ? routeId : null,
      session,
      ...(this.#audience.isLocked?.(caller) && { locked: true as const }),
      answers: answers.filter((answer) => answer !== undefined),
      ...(session && caller.token !== undefined && { login: loginOf(caller.token) }),
    };
  }

  async #answer(call: RouteCall, caller: C, url: string): Promise<LoadedAnswer | undefined> {
    const name = routeCallName(call);
    const args = inputOf(call, url);
    if (!args) return undefined;
    const endpoint = this.#endpoints.get(name);
    if (endpoint?.contract.method !== 'GET') throw new Error(`${name} cannot be loaded with a screen`);
    try {
      const { body } = await this.#invoker.invoke(endpoint, caller, { ...emptyRequest, ...partsOf(endpoint, args) });
      return { endpoint: name, args, data: body };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

/** A word for a log-in: it says nothing of the session's token. */
const loginOf = (token: string): string =>
  createHash('sha256').update(`log-in ${token}`).digest('base64url').slice(0, 22);

/** A call's input as the page's address has it; `undefined` where the screen makes one of its own. */
function inputOf(call: RouteCall, url: string): Record<string, string> | undefined {
  if (typeof call === 'string') return {};
  const { pathname, searchParams } = new URL(url, 'http://own.invalid');
  if (call.unless?.some((name) => searchParams.has(name))) return undefined;
  const fields = Object.entries(call.input).map(([field, from]) => [
    field,
    from === 'last' ? lastPart(pathname) : parameterOf(searchParams, from.slice(1)),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== '')) as Record<string, string>;
}

/** What the query says, or what is meant where it says nothing: `view=review`. */
function parameterOf(query: URLSearchParams, parameter: string): string | null {
  const [name = '', otherwise = null] = parameter.split('=');
  return query.get(name) || otherwise;
}

function lastPart(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/').at(-1) ?? '');
  } catch {
    // Not UTF-8: no id of ours.
    return '';
  }
}

/** Fields that stand in the endpoint's own path, and those of its query. */
function partsOf({ contract }: { readonly contract: { readonly path: string } }, args: Record<string, string>) {
  const isInPath = ([field]: [string, string]): boolean => contract.path.split('/').includes(`:${field}`);
  const fields = Object.entries(args);
  return {
    params: Object.fromEntries(fields.filter(isInPath)),
    query: Object.fromEntries(fields.filter((field) => !isInPath(field))),
  };
}
