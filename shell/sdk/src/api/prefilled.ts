import type { AudienceContract, LoadedAnswer } from '@trellis/api-contract';
import { store } from '../store.ts';
import { api } from './api.ts';
import { firstPage } from './paged.ts';

/** As long as the client itself keeps what nobody shows. */
const retentionMs = 60_000;

/** Endpoints that the client knows, and whether they answer page by page. */
const known = new Map<string, boolean>();
/** Answers of endpoints that come with a feature which is still on its way. */
const waiting = new Map<string, { readonly answer: LoadedAnswer; readonly at: number }>();

/** Fills the cache with answers that nobody had to ask for; those that come before their endpoint wait for it. */
export function prefill(answers: readonly LoadedAnswer[]): void {
  for (const answer of answers)
    if (!known.has(answer.endpoint)) waiting.set(answer.endpoint, { answer, at: performance.now() });
  put(answers.filter(({ endpoint }) => known.has(endpoint)));
}

/** Called when the client has learned endpoints. @param paged those of them that answer page by page */
export function endpointsKnown(names: readonly string[], paged: AudienceContract['paged']): void {
  for (const name of names) known.set(name, name in paged);
  const come = names.flatMap((name) => {
    const { answer, at } = waiting.get(name) ?? {};
    waiting.delete(name);
    return answer && at !== undefined && performance.now() - at < retentionMs ? [answer] : [];
  });
  put(come);
}

/** Somebody else uses the page now. */
export const forgetPrefilled = (): void => waiting.clear();

function put(answers: readonly LoadedAnswer[]): void {
  if (answers.length > 0) store.dispatch(api.util.upsertQueryEntries(answers.map(entryOf)));
}

/** The entry as RTK Query wants it. Its types know no endpoint, because the base api has none. */
const entryOf = ({ endpoint, args, data }: LoadedAnswer) =>
  ({ endpointName: endpoint, arg: args, value: known.get(endpoint) ? firstPage(data) : data }) as never;
