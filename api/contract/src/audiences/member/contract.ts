import type { PagesSaid } from '../calls.ts';
import { type AudienceContract, pagedIn } from '../contract.ts';
import { cacheTags } from './endpoint.ts';
import { apiBase, endpoints } from './endpoints.ts';

/** What members' pages speak. */
export const memberContract = {
  audience: 'member',
  base: apiBase,
  endpoints: endpoints satisfies PagesSaid<'member'>,
  tags: cacheTags,
  paged: pagedIn(endpoints),
} as const satisfies AudienceContract;
