/** What the HTML document carries for the shell, as JSON in script elements that are never executed. */
import type { EndpointName, RouteId } from './audiences/member/endpoints.ts';
import type { Output } from './types.ts';

/** Ids of the document's JSON elements. */
export const registryElementId = 'registry';
export const bootElementId = 'boot';

/** One prefilled answer of the client's cache. */
export type LoadedAnswer = {
  [Name in EndpointName]: {
    readonly endpoint: Name;
    readonly args: Record<string, never>;
    readonly data: Output<Name>;
  };
}[EndpointName];

/** Answer of `GET /server-loader?route=&url=`, and of the document for its first screen. */
export interface LoaderAnswer {
  readonly route: RouteId | null;
  /** `null`: nobody is logged in. In the document, `undefined` means: no cookie came along, ask once. */
  readonly session: Output<'getSession'>['member'];
  readonly answers: readonly LoadedAnswer[];
}

export interface Boot {
  readonly productName: string;
  readonly development: boolean;
  /** Absent when no session cookie came along with the navigation (a link from a mail: SameSite=Strict). */
  readonly loaded?: LoaderAnswer;
}
