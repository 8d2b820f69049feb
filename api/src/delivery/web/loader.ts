import { type EndpointName, isRouteId, type LoadedAnswer, type LoaderAnswer, routeData } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';
import { presentMember } from '../../identity/members/sessions.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { MemberEndpoints, ServedEndpoint } from '../../platform/http/endpoint.ts';
import { emptyRequest, type Invoker } from '../../platform/http/invoke.ts';

/**
 * Answers in one go everything a screen needs first, by invoking the endpoints themselves: what HTTP refuses is refused
 * here. A call that is refused is left out; the screen then asks for itself and shows why.
 */
export class ServerLoader {
  readonly #endpoints: ReadonlyMap<string, ServedEndpoint>;
  readonly #invoker: Invoker<Caller>;

  constructor(endpoints: MemberEndpoints, invoker: Invoker<Caller>) {
    this.#endpoints = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
    this.#invoker = invoker;
  }

  async load(routeId: string | undefined, caller: Caller): Promise<LoaderAnswer> {
    const { member } = caller;
    const route = isRouteId(routeId) ? routeId : null;
    const names: readonly EndpointName[] = route && member ? routeData[route] : [];
    const answers = await Promise.all(names.map((name) => this.#answer(name, caller)));
    return {
      route,
      session: member ? presentMember(member) : null,
      answers: answers.filter((answer) => answer !== undefined),
    };
  }

  async #answer(name: EndpointName, caller: Caller): Promise<LoadedAnswer | undefined> {
    const endpoint = this.#endpoints.get(name);
    if (endpoint?.contract.method !== 'GET') throw new Error(`${name} cannot be loaded with a screen`);
    try {
      const { body } = await this.#invoker.invoke(endpoint, caller, emptyRequest);
      return { endpoint: name, args: {}, data: body } as LoadedAnswer;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
