import type { LoadedAnswer, LoaderAnswer } from '@trellis/api-contract';
import { contracts } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Audience } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import type { ServedEndpoint } from '../../platform/http/endpoint.ts';
import { emptyRequest, type Invoker } from '../../platform/http/invoke.ts';

/**
 * Answers in one go everything a screen needs first, by invoking the endpoints themselves: what HTTP refuses is refused
 * here. A call that is refused is left out; the screen then asks for itself and shows why.
 */
export class ServerLoader<C extends Call> {
  readonly #audience: Pick<Audience<C>, 'userOf'>;
  readonly #endpoints: ReadonlyMap<string, ServedEndpoint<C>>;
  readonly #invoker: Invoker<C>;
  readonly #routeData: ReadonlyMap<string, readonly string[]>;
  readonly #clock: Clock;

  constructor(
    audience: Pick<Audience<C>, 'kind' | 'userOf'>,
    endpoints: readonly ServedEndpoint<C>[],
    invoker: Invoker<C>,
    clock: Clock,
  ) {
    this.#clock = clock;
    this.#audience = audience;
    this.#endpoints = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
    this.#invoker = invoker;
    this.#routeData = new Map(Object.entries(contracts[audience.kind].routeData));
  }

  /** Screens that it has data for, as `<feature>/<screen>`. */
  get routes(): string[] {
    return [...this.#routeData.keys()];
  }

  async load(routeId: string | undefined, caller: C): Promise<LoaderAnswer> {
    const session = this.#audience.userOf(caller);
    const names = routeId === undefined ? undefined : this.#routeData.get(routeId);
    const answers = await Promise.all((session ? (names ?? []) : []).map((name) => this.#answer(name, caller)));
    return {
      now: this.#clock.now().toISOString(),
      route: routeId !== undefined && names ? routeId : null,
      session,
      answers: answers.filter((answer) => answer !== undefined),
    };
  }

  async #answer(name: string, caller: C): Promise<LoadedAnswer | undefined> {
    const endpoint = this.#endpoints.get(name);
    if (endpoint?.contract.method !== 'GET') throw new Error(`${name} cannot be loaded with a screen`);
    try {
      const { body } = await this.#invoker.invoke(endpoint, caller, emptyRequest);
      return { endpoint: name, args: {}, data: body };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
