import { cacheTags } from '../audiences/member/endpoint.ts';
import { apiBase, endpoints, routeData } from '../audiences/member/endpoints.ts';
import { operatorTags } from '../audiences/operator/endpoint.ts';
import { operatorApiBase, operatorEndpoints, operatorRouteData } from '../audiences/operator/endpoints.ts';
import type { OutputBy, ParsedBy } from '../types.ts';
import { schemas } from './member.ts';
import { operatorSchemas } from './operator.ts';

/** What each audience's host speaks, whole: for the server alone. */
export const contracts = {
  member: { base: apiBase, endpoints, schemas, tags: cacheTags, routeData },
  operator: {
    base: operatorApiBase,
    endpoints: operatorEndpoints,
    schemas: operatorSchemas,
    tags: operatorTags,
    routeData: operatorRouteData,
  },
};
type Contracts = typeof contracts;
type Audience = keyof Contracts;

export type EndpointNameOf<A extends Audience> = keyof Contracts[A]['endpoints'] &
  keyof Contracts[A]['schemas'] &
  string;
export type ParsedOf<A extends Audience, Name extends EndpointNameOf<A>> = ParsedBy<Contracts[A]['schemas'][Name]>;
/** What an endpoint answers, as it is on the wire. */
export type OutputOf<A extends Audience, Name extends EndpointNameOf<A>> = OutputBy<Contracts[A]['schemas'][Name]>;

/** The same as the server gives it: a moment may be a `Date`, which JSON writes as the wire has it. */
export type AnswerOf<A extends Audience, Name extends EndpointNameOf<A>> = Sent<OutputOf<A, Name>>;
type Sent<T> = T extends string
  ? T extends { readonly is?: 'moment' }
    ? T | Date
    : T
  : T extends readonly (infer Each)[]
    ? readonly Sent<Each>[]
    : T extends object
      ? { [Key in keyof T]: Sent<T[Key]> }
      : T;
