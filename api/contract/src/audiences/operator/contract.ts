import type { PagesSaid } from '../calls.ts';
import { type AudienceContract, pagedIn } from '../contract.ts';
import { operatorTags } from './endpoint.ts';
import { operatorApiBase, operatorEndpoints } from './endpoints.ts';

/** What the console speaks. */
export const operatorContract = {
  audience: 'operator',
  base: operatorApiBase,
  endpoints: operatorEndpoints satisfies PagesSaid<'operator'>,
  tags: operatorTags,
  paged: pagedIn(operatorEndpoints),
} as const satisfies AudienceContract;
