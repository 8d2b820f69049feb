import type { Language } from '@trellis/api-contract';
import { lazyPart, logOut, memberContract, store } from '@trellis/shell-sdk';
import { acceptDocument, askSession, moduleOf, ServerLoaderError, sessionLocked } from '@trellis/shell-sdk/host';
import { forgetLock, isLockUnheard, lockServer } from '../lock/lockServer.ts';
import { linkToken, mailLink } from '../signup/mailLink.ts';
import { boot } from './document.ts';

/**
 * Learns who is logged in: from the document, else from the server. A document reached by a link from a mail knows
 * nothing, because the session cookie did not come along. Rejects when the server cannot be asked; where it answers that
 * it failed, the page is the one that says so.
 *
 * @param unlock asks for the passkey that opens what is kept, where the page was made without the server
 * @returns the language of their profile; nobody's and an operator's have none
 */
export async function startSession(unlock: (passkey: string) => Promise<void>): Promise<Language | undefined> {
  if (boot.kept) {
    await moduleOf(await keptPart()).startKept(endLater, unlock);
    return undefined;
  }
  await endAsked();
  if (!acceptDocument(boot)) await askSession().catch(showServerError);
  const { user } = store.getState().session;
  if (isLockUnheard()) lockUnheard(user);
  return user && 'language' in user ? user.language : undefined;
}

const keptPart = lazyPart('shell', () => import(/* webpackChunkName: "kept" */ '../offline/keptStart.ts'));

/** Somebody has logged out on a page that was made without the server. */
const endKey = 'endSession';

function endLater(): void {
  localStorage.setItem(endKey, '1');
}

/** Does first what was asked for without the server: the document may still be of that log-in. */
async function endAsked(): Promise<void> {
  if (!isEndAsked()) return;
  const failure = await logOut(memberContract);
  if (failure?.kind === 'network') throw new Error('the log-out did not reach the server');
  localStorage.removeItem(endKey);
  // The page of nobody is on its way.
  if (!failure) await new Promise(() => undefined);
}

function isEndAsked(): boolean {
  try {
    return localStorage.getItem(endKey) !== null;
  } catch {
    return false;
  }
}

/** Locked where the server was away. Somebody has logged in since, or the lock is off: then not. */
function lockUnheard(user: object | null): void {
  if (user && 'lockMinutes' in user) {
    store.dispatch(sessionLocked());
    lockServer().catch(() => undefined);
  } else forgetLock();
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
