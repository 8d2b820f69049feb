import {
  type CacheTag,
  type EndpointName,
  type EndpointOf,
  endpoints,
  type Input,
  type MemberAction,
  type MemberEndpoint,
  memberContract,
  type Output,
} from '@trellis/api-contract';
import type { CallInput } from '../api/baseQuery.ts';
import type { CallError } from '../api/failure.ts';
import type { Inject } from '../api/injectContract.ts';
import { store } from '../store.ts';

/** Endpoints that a flow can end with: done once at most by their key. */
export type ActionEndpoint = {
  [Name in EndpointName]: EndpointOf<Name> extends { idempotent: true } ? Name : never;
}[EndpointName];

/** What a flow gives of a call: the key and the code are the template's. */
export type ActionBody<Name extends ActionEndpoint> = Omit<Input<Name>, 'code'>;

/** What a mutation's call answers. */
export type CallResult<Receipt> =
  | { readonly data: Receipt; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: CallError };

/** The action whose rule the server applies: whether it asks for a bound authenticator, a code, no lock; or none. */
export const actionOf = (name: ActionEndpoint): MemberAction | undefined => (endpoints[name] as MemberEndpoint).action;

/** What is stale in the page's cache once it is done. */
export const staleAfter = (name: ActionEndpoint): readonly CacheTag[] => (endpoints[name] as MemberEndpoint).tags ?? [];

/** Sends an act with its key, and the member's code where one is asked for. Never rejects. */
export async function sendAction<Name extends ActionEndpoint>(
  name: Name,
  body: ActionBody<Name>,
  idempotencyKey: string,
  code: string | undefined,
  inject: Inject,
): Promise<CallResult<Output<Name>>> {
  const { initiate } = inject(memberContract, [name]).endpoints[name] as unknown as Mutation;
  const { data, error } = await store.dispatch(
    initiate({ ...body, idempotencyKey, ...(code !== undefined && { code }) }),
  );
  return error === undefined ? { data: data as Output<Name> } : { error };
}

/** The endpoint as it is for any name: which one it is, the types of the call above say. */
interface Mutation {
  readonly initiate: (input: CallInput) => () => Promise<{ readonly data?: unknown; readonly error?: CallError }>;
}
