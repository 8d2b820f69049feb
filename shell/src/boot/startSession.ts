import type { Language } from '@trellis/api-contract';
import { store } from '@trellis/shell-sdk';
import { acceptDocument, askSession } from '@trellis/shell-sdk/host';
import { boot } from './document.ts';

/**
 * Learns who is logged in: from the document, else from the server. A document reached by a link from a mail knows
 * nothing, because the session cookie did not come along. Rejects when the server cannot be asked.
 *
 * @returns the language of their profile; nobody's and an operator's have none
 */
export async function startSession(): Promise<Language | undefined> {
  if (!acceptDocument(boot)) await askSession();
  const { user } = store.getState().session;
  return user && 'language' in user ? user.language : undefined;
}
