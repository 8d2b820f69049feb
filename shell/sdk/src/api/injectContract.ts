import type { coreModuleName } from '@reduxjs/toolkit/query';
import type {
  Api,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
  reactHooksModuleName,
} from '@reduxjs/toolkit/query/react';
import {
  type AudienceContract,
  type AudienceName,
  type Endpoint,
  type EndpointIn,
  type EndpointNameOf,
  type InputOf,
  memberContract,
  type OutputOf,
  type PagedNameOf,
  type TagOf,
} from '@trellis/api-contract';
import { api } from './api.ts';
import type { Call, CallInput, contractBaseQuery } from './baseQuery.ts';
import type { Caller } from './callers.ts';
import type { ApiFailure } from './failure.ts';
import { endpointsKnown } from './prefilled.ts';

type BaseQuery = typeof contractBaseQuery;

/** A mutation of an idempotent endpoint also takes the key, made by `newIdempotencyKey()`. */
export type MutationInput<A extends AudienceName, Name extends EndpointNameOf<A>> = InputOf<A, Name> &
  (EndpointIn<A, Name> extends { idempotent: true } ? { idempotencyKey: string } : unknown);

type DefinitionOf<A extends AudienceName, Name extends EndpointNameOf<A>> =
  Name extends PagedNameOf<A>
    ? InfiniteQueryDefinition<
        Omit<InputOf<A, Name>, 'after'>,
        string | null,
        BaseQuery,
        TagOf<A>,
        OutputOf<A, Name>,
        'api'
      >
    : EndpointIn<A, Name> extends { method: 'GET' }
      ? QueryDefinition<InputOf<A, Name>, BaseQuery, TagOf<A>, OutputOf<A, Name>, 'api'>
      : MutationDefinition<MutationInput<A, Name>, BaseQuery, TagOf<A>, OutputOf<A, Name>, 'api'>;

type Definitions<A extends AudienceName, Names extends EndpointNameOf<A>> = { [Name in Names]: DefinitionOf<A, Name> };

export type ContractApi<A extends AudienceName, Names extends EndpointNameOf<A>> = Api<
  BaseQuery,
  Definitions<A, Names>,
  'api',
  TagOf<A>,
  typeof coreModuleName | typeof reactHooksModuleName
>;

// The shell calls by it in its own name as well, also after the code of a feature has run.
for (const endpoint of Object.values(memberContract.endpoints)) Object.freeze(endpoint);
Object.freeze(memberContract.endpoints);
Object.freeze(memberContract);

/**
 * The page's client with these endpoints of an audience's contract, typed by it: `useGetBalancesQuery({})`,
 * `useCreateTransferMutation()`, and for what answers page by page `useListRecordsInfiniteQuery({})`. Several features
 * may ask for the same endpoint and share its cache.
 * @param caller in whose name they are called; without it in the shell's
 */
export function injectContract<A extends AudienceName, const Names extends readonly EndpointNameOf<A>[]>(
  contract: AudienceContract & { readonly audience: A },
  names: Names,
  caller?: Caller,
): ContractApi<A, Names[number]> {
  const { base, endpoints, tags: all, paged, audience } = contract;
  const kept = audience === 'operator';
  const known: object = api.endpoints;
  const added = names.filter((name) => !Object.hasOwn(known, name));
  const injected = api.enhanceEndpoints({ addTagTypes: all }).injectEndpoints({
    endpoints: (build) =>
      Object.fromEntries(
        added.map((name) => {
          const endpoint = endpoints[name] as Endpoint;
          const tags = [...(endpoint.tags ?? [])];
          const query = (input: CallInput): Call => ({ base, endpoint, input, kept, ...(caller && { caller }) });
          if (name in paged) return [name, build.infiniteQuery<AnyPage, CallInput, string | null>(pages(query, tags))];
          if (endpoint.method === 'GET') return [name, build.query<unknown, CallInput>({ query, providesTags: tags })];
          // A refused mutation changed nothing: what is in the cache is still true. Of a lost one nobody knows, unless it has a
          // key of its own to ask by.
          const isOpen = (error?: ApiFailure) => error?.kind === 'network' && !endpoint.idempotent;
          const invalidatesTags = (_: unknown, error?: ApiFailure) =>
            error === undefined || isOpen(error) ? tags : [];
          return [name, build.mutation<unknown, CallInput>({ query, invalidatesTags })];
        }),
      ),
  });
  endpointsKnown(added, paged);
  // The loop above builds exactly these definitions; a mapped type over data is beyond inference.
  return injected as unknown as ContractApi<A, Names[number]>;
}

/** `injectContract` in the name of one release. */
export type Inject = typeof injectContract;

/**
 * `injectContract` for one feature: what it gives has the endpoints that were asked for and no others of the page's client, and
 * of those that the feature's release declares.
 * @param calls what it declares; without it all of its audience
 */
export function injectFor(feature: string, calls: readonly string[] | undefined, caller: Caller): Inject {
  const declared = calls && new Set<string>(calls);
  const injectAs: Inject = injectContract;
  const inject = (contract: AudienceContract, names: readonly string[]) => {
    const other = names.find((name) => declared && !declared.has(name));
    if (other !== undefined) throw new TypeError(`${feature} does not declare that it calls ${other}`);
    const injected: object = injectAs(contract, names as never, caller);
    return {
      ...picked(injected, names.flatMap(hooksOf)),
      endpoints: picked(api.endpoints, names),
      util: { invalidateTags: api.util.invalidateTags },
    };
  };
  return inject as unknown as Inject;
}

/** What the client may call the hooks of an endpoint. */
function hooksOf(name: string): string[] {
  const capital = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
  const queries = ['Query', 'InfiniteQuery'].flatMap((kind) => [kind, `${kind}State`, `${kind}Subscription`]);
  return [`useLazy${capital}Query`, ...['Mutation', ...queries].map((kind) => `use${capital}${kind}`)];
}

const picked = (from: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

interface AnyPage {
  readonly next: string | null;
}

/** A list that is read page by page: after each page's mark the next, until there is none. */
const pages = (query: (input: CallInput) => Call, tags: string[]) => ({
  query: ({ queryArg, pageParam }: { queryArg: CallInput; pageParam: string | null }) =>
    query(pageParam === null ? queryArg : { ...queryArg, after: pageParam }),
  infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }: AnyPage) => next },
  providesTags: tags,
});
