import { type EndpointName, isRouteId, type LoadedAnswer, type LoaderAnswer, routeData } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';
import { presentMember } from '../../identity/members/sessions.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Route } from '../../platform/http/route.ts';
import { parseInput } from '../../platform/http/validation.ts';

/**
 * Answers in one go everything a screen needs first, by running the endpoints themselves: the same policy, owner
 * scope and answers as over HTTP. A call that is refused is left out; the screen then asks for itself and shows why.
 */
export class ServerLoader {
  readonly #routes: ReadonlyMap<string, Route>;

  constructor(routes: readonly Route[]) {
    this.#routes = new Map(routes.map((route) => [route.name, route]));
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
    const route = this.#routes.get(name);
    if (route?.endpoint.method !== 'GET') throw new Error(`${name} cannot be loaded with a screen`);
    try {
      const { body } = await route.handle(
        parseInput(route.schemas, { params: {}, query: {}, body: undefined }),
        caller,
      );
      return { endpoint: name, args: {}, data: body } as LoadedAnswer;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
