import { apiBase, cacheTags, endpoints, routeData } from '../audiences/member/endpoints.ts';
import {
  operatorApiBase,
  operatorEndpoints,
  operatorRouteData,
  operatorTags,
} from '../audiences/operator/endpoints.ts';
import type { OutputBy, ParsedBy } from '../types.ts';
import { schemas } from './member.ts';
import { operatorSchemas } from './operator/index.ts';

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
export type OutputOf<A extends Audience, Name extends EndpointNameOf<A>> = OutputBy<Contracts[A]['schemas'][Name]>;
