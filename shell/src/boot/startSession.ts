import type { Language } from '@trellis/api-contract';
import { api, injectContract, store } from '@trellis/shell-sdk';
import { acceptDocumentAnswer, sessionKnown } from '@trellis/shell-sdk/host';
import { boot } from './document.ts';

const { endpoints } = injectContract(api, ['getSession']);

/**
 * Learns who is logged in: from the document, else from the API. A document reached by a link from a mail knows
 * nothing, because the session cookie did not come along. Rejects when the API cannot be asked.
 */
export async function startSession(): Promise<Language | undefined> {
  if (boot.loaded) {
    acceptDocumentAnswer(boot.loaded);
    return boot.loaded.session?.language;
  }
  const { member } = await store.dispatch(endpoints.getSession.initiate({}, { subscribe: false })).unwrap();
  store.dispatch(sessionKnown(member));
  return member?.language;
}
