import type { coreModuleName } from '@reduxjs/toolkit/query';
import type { Api, MutationDefinition, QueryDefinition, reactHooksModuleName } from '@reduxjs/toolkit/query/react';
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

type BaseQuery = typeof contractBaseQuery;

/** A mutation of an idempotent endpoint also takes the key, made by `newIdempotencyKey()`. */
export type MutationInput<Name extends EndpointName> = Input<Name> &
  (EndpointOf<Name> extends { idempotent: true } ? { idempotencyKey: string } : unknown);

type DefinitionOf<Name extends EndpointName> = EndpointOf<Name>['method'] extends 'GET'
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
 * `useCreateTransferMutation()`. Several features may ask for the same endpoint and share its cache.
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
