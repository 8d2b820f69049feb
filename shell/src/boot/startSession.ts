import type { Language } from '@trellis/api-contract';
import { store } from '@trellis/shell-sdk';
import { acceptDocument, askSession, ServerLoaderError } from '@trellis/shell-sdk/host';
import { linkToken, mailLink } from '../signup/mailLink.ts';
import { boot } from './document.ts';

/**
 * Learns who is logged in: from the document, else from the server. A document reached by a link from a mail knows
 * nothing, because the session cookie did not come along. Rejects when the server cannot be asked; where it answers that
 * it failed, the page is the one that says so.
 *
 * @returns the language of their profile; nobody's and an operator's have none
 */
export async function startSession(): Promise<Language | undefined> {
  if (!acceptDocument(boot)) await askSession().catch(showServerError);
  const { user } = store.getState().session;
  return user && 'language' in user ? user.language : undefined;
}

const errorPath = '/500';

function showServerError(thrown: unknown): void {
  const { pathname, search } = window.location;
  if (pathname === errorPath) return;
  // What a link from a mail brought would be lost with the address: that page waits for its own retry.
  const isCarried = mailLink() !== undefined || linkToken() !== undefined;
  if (isCarried || !(thrown instanceof ServerLoaderError) || thrown.status < 500) throw thrown;
  window.history.replaceState(null, '', `${errorPath}?next=${encodeURIComponent(pathname + search)}`);
}
