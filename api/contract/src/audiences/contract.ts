import type { AudienceName, Endpoint } from './endpoint.ts';

/** What a browser needs to speak with one audience's host. */
export interface AudienceContract {
  readonly audience: AudienceName;
  /** Under it stand the endpoints' paths. */
  readonly base: string;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** What the client's cache holds, by name. */
  readonly tags: readonly string[];
  /** Endpoints that answer page by page: `next` of an answer is `after` of the next question. */
  readonly paged: Readonly<Record<string, true>>;
}
