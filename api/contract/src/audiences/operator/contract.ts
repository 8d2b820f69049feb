import type { PagedNameOf } from '../calls.ts';
import type { AudienceContract } from '../contract.ts';
import { operatorApiBase, operatorEndpoints, operatorTags } from './endpoints.ts';

/** What the console speaks. */
export const operatorContract = {
  audience: 'operator',
  base: operatorApiBase,
  endpoints: operatorEndpoints,
  tags: operatorTags,
  // The types leave no trace in the bundle; the compiler holds this list to them.
  paged: { listAudit: true, listSecurityEvents: true } satisfies Readonly<Record<PagedNameOf<'operator'>, true>>,
} as const satisfies AudienceContract;
