import type { Context, Middleware } from 'koa';
import { AppError } from '../../ground/errors.ts';
import type { Audience } from './audience.ts';
import type { Call } from './caller.ts';
import type { ServedEndpoint } from './endpoint.ts';
import type { Hosts } from './origin.ts';
import type { RequestState } from './requestState.ts';
import { createRouter, type RouterParts } from './router.ts';

/** Everything that is served under an audience's host names. */
export interface Site {
  readonly hosts: () => Hosts;
  /** Whether an address belongs to its API, known there or not. */
  readonly isApi: (path: string) => boolean;
  /** More requests than this at once are turned away before they cost anything. */
  readonly mostAtOnce: number;
  readonly middleware: readonly Middleware<RequestState>[];
  /** Answers a reader with a page where the server failed. @returns whether a page was asked for */
  readonly failedPage: (context: Context) => boolean;
}

/** A site, and what ends what it has open. */
export interface ServedSite {
  readonly site: Site;
  close(): void;
}

const mostAtOnce = { member: 500, operator: 100 } as const;

/**
 * An audience's API, then what else its host serves.
 * @param web health, OpenAPI, pages and assets: everything outside the API's own prefix
 * @param failedPage what a reader gets where one of these failed
 */
export function createSite<C extends Call>(
  audience: Audience<C>,
  endpoints: readonly ServedEndpoint<C>[],
  parts: RouterParts<C>,
  web: readonly Middleware<RequestState>[],
  failedPage: Site['failedPage'],
): Site {
  const router = createRouter(endpoints, audience, parts);
  const root = audience.base.replace(/\/v[0-9]+$/, '');
  const isApi = (path: string): boolean => path === root || path.startsWith(`${root}/`);
  return {
    hosts: audience.hosts,
    isApi,
    mostAtOnce: mostAtOnce[audience.kind],
    failedPage,
    middleware: [
      async (context, next) => {
        if (!isApi(context.path)) return next();
        await router.routes()(context as Parameters<ReturnType<typeof router.routes>>[0], next);
      },
      ...web,
      (context) => {
        if (isApi(context.path)) refuseUnknown(context, audience.base, endpoints);
        throw new AppError('request.not_found');
      },
    ],
  };
}

/** A known path with another method is 405, with the methods that exist. */
function refuseUnknown<C extends Call>(context: Context, base: string, endpoints: readonly ServedEndpoint<C>[]): void {
  const methods = endpoints
    .filter(({ contract }) => pathPattern(base, contract.path).test(context.path))
    .map(({ contract }) => contract.method);
  if (methods.length > 0) throw new AppError('request.method_not_allowed', { headers: { allow: methods.join(', ') } });
}

const pathPattern = (base: string, path: string): RegExp => new RegExp(`^${base}${path.replace(/:\w+/g, '[^/]+')}$`);
