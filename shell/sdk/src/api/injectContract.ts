import type { coreModuleName } from '@reduxjs/toolkit/query';
import type {
  Api,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
  reactHooksModuleName,
} from '@reduxjs/toolkit/query/react';
import {
  type CacheTag,
  type EndpointName,
  type EndpointOf,
  endpoints,
  type Input,
  type MemberEndpoint,
  type Output,
} from '@trellis/api-contract';
import type { api as baseApi } from './api.ts';
import type { CallInput, contractBaseQuery } from './baseQuery.ts';
import { isPaged, type PagedName } from './paged.ts';

type BaseQuery = typeof contractBaseQuery;

/** A mutation of an idempotent endpoint also takes the key, made by `newIdempotencyKey()`. */
export type MutationInput<Name extends EndpointName> = Input<Name> &
  (EndpointOf<Name> extends { idempotent: true } ? { idempotencyKey: string } : unknown);

type DefinitionOf<Name extends EndpointName> = Name extends PagedName
  ? InfiniteQueryDefinition<Omit<Input<Name>, 'after'>, string | null, BaseQuery, CacheTag, Output<Name>, 'api'>
  : EndpointOf<Name>['method'] extends 'GET'
    ? QueryDefinition<Input<Name>, BaseQuery, CacheTag, Output<Name>, 'api'>
    : MutationDefinition<MutationInput<Name>, BaseQuery, CacheTag, Output<Name>, 'api'>;

type Definitions<Names extends EndpointName> = { [Name in Names]: DefinitionOf<Name> };

export type ContractApi<Names extends EndpointName> = Api<
  BaseQuery,
  Definitions<Names>,
  'api',
  CacheTag,
  typeof coreModuleName | typeof reactHooksModuleName
>;

/**
 * The client with these endpoints of the contract, typed by it: `useGetBalancesQuery({})`,
 * `useCreateTransferMutation()`, and for what answers page by page `useListRecordsInfiniteQuery({})`. Several features may ask for the same endpoint and share its cache.
 */
export function injectContract<const Names extends readonly EndpointName[]>(
  api: typeof baseApi,
  names: Names,
): ContractApi<Names[number]> {
  const known: object = api.endpoints;
  const added = names.filter((name) => !Object.hasOwn(known, name));
  const injected = api.injectEndpoints({
    endpoints: (build) =>
      Object.fromEntries(
        added.map((name) => {
          const endpoint: MemberEndpoint = endpoints[name];
          const tags = [...(endpoint.tags ?? [])];
          const query = (input: CallInput) => ({ endpoint, input });
          if (isPaged(name))
            return [name, build.infiniteQuery<AnyPage, CallInput, string | null>(pages(endpoint, tags))];
          if (endpoint.method === 'GET') return [name, build.query<unknown, CallInput>({ query, providesTags: tags })];
          // A refused mutation changed nothing: what is in the cache is still true.
          const invalidatesTags = (_: unknown, error: unknown) => (error === undefined ? tags : []);
          return [name, build.mutation<unknown, CallInput>({ query, invalidatesTags })];
        }),
      ),
  });
  // The loop above builds exactly these definitions; a mapped type over data is beyond inference.
  return injected as unknown as ContractApi<Names[number]>;
}

interface AnyPage {
  readonly next: string | null;
}

/** A list that is read page by page: after each page's mark the next, until there is none. */
const pages = (endpoint: MemberEndpoint, tags: CacheTag[]) => ({
  query: ({ queryArg, pageParam }: { queryArg: CallInput; pageParam: string | null }) => ({
    endpoint,
    input: pageParam === null ? queryArg : { ...queryArg, after: pageParam },
  }),
  infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }: AnyPage) => next },
  providesTags: tags,
});
