import {
  type EndpointName,
  endpoints,
  isRouteId,
  type LoadedAnswer,
  type LoaderAnswer,
  type RouteId,
} from '@trellis/api-contract';
import { api } from '../api/api.ts';
import { injectContract } from '../api/injectContract.ts';
import { firstPage, isPaged } from '../api/paged.ts';
import { sessionKnown } from '../session/session.ts';
import { store } from '../store.ts';

/** A screen does not wait longer for prefilled answers; it then asks for its data itself. */
const patienceMs = 4_000;

let inDocument: RouteId | null = null;

/** Puts what the document carried into the store. Its route is not asked for again. */
export function acceptDocumentAnswer(answer: LoaderAnswer): void {
  inDocument = answer.route;
  accept(answer);
}

/**
 * Fetches all data of a screen in one call and fills the cache with it. Never rejects: a screen whose data did not
 * come this way asks for it through its own hooks and shows its own failure.
 */
export async function loadScreenData(feature: string, screen: string, url: string): Promise<void> {
  const route = `${feature}/${screen}`;
  if (!isRouteId(route)) return;
  if (inDocument === route) {
    inDocument = null;
    return;
  }
  try {
    const address = new URL(`/server-loader?${new URLSearchParams({ route, url })}`, document.baseURI);
    const response = await fetch(address, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
    if (response.ok) accept((await response.json()) as LoaderAnswer);
  } catch {
    // Left to the screen's own hooks.
  }
}

function accept({ session, answers }: LoaderAnswer): void {
  store.dispatch(sessionKnown(session));
  const known = answers.filter((answer) => Object.hasOwn(endpoints, answer.endpoint));
  if (known.length === 0) return;
  injectContract(api, known.map(({ endpoint }) => endpoint) as EndpointName[]);
  store.dispatch(api.util.upsertQueryEntries(known.map(cacheEntry)));
}

/** The entry as RTK Query wants it. Its types know no endpoint, because the base api has none. */
const cacheEntry = ({ endpoint, args, data }: LoadedAnswer) =>
  ({ endpointName: endpoint, arg: args, value: isPaged(endpoint as EndpointName) ? firstPage(data) : data }) as never;
