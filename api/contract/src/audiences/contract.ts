import type { AudienceName, Endpoint } from './endpoint.ts';

/** What a browser needs to speak with one audience's host. */
export interface AudienceContract {
  readonly audience: AudienceName;
  /** Under it stand the endpoints' paths. */
  readonly base: string;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** What the client's cache holds, by name. */
  readonly tags: readonly string[];
  /** Those of the endpoints that answer page by page. */
  readonly paged: Readonly<Record<string, Endpoint>>;
}

/** Those that say so. */
export const pagedIn = (endpoints: Readonly<Record<string, Endpoint>>): Readonly<Record<string, Endpoint>> =>
  Object.fromEntries(Object.entries(endpoints).filter(([, endpoint]) => endpoint.paged));
