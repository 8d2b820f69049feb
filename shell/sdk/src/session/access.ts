import type { AudienceContract, AudienceName, memberContract, UserOf } from '@trellis/api-contract';
import { api } from '../api/api.ts';
import { type ApiFailure, failureOf } from '../api/failure.ts';
import { injectContract } from '../api/injectContract.ts';
import { forgetPrefilled } from '../api/prefilled.ts';
import { endKept, isKeptPage } from '../network/keptPage.ts';
import { store } from '../store.ts';
import { sessionEntered } from './session.ts';
import { notifyTabs } from './tabs.ts';

/** Takes somebody in, after log-in or registration: what the page's cache held before was somebody else's. */
export function enterSession(user: UserOf<AudienceName>): void {
  forgetPrefilled();
  store.dispatch(api.util.resetApiState());
  store.dispatch(sessionEntered(user));
  notifyTabs();
}

/** What `logOut` needs of a contract: the endpoint of that name, which takes nothing. */
type WithLogOut = AudienceContract & { readonly endpoints: Pick<typeof memberContract.endpoints, 'logOut'> };

/**
 * Ends the session and opens `/login` as a new document, so that nothing of its user stays in the page's memory.
 * Answers the failure when the server could not be reached: then the session goes on. On a page that was made without the server it is
 * over on this device at once, and on the server with the next page.
 */
export async function logOut(contract: WithLogOut, inject = injectContract): Promise<ApiFailure | undefined> {
  if (isKeptPage()) {
    await endKept();
    return await leave();
  }
  // Of all contracts the same endpoint: the types know it by the members'.
  const { endpoints } = inject(contract as typeof memberContract, ['logOut']);
  const { error } = await store.dispatch(endpoints.logOut.initiate({}, { track: false }));
  return error ? failureOf(error) : await leave();
}

/** A browser that does not answer is not waited for: the server sends it nothing any more. */
const noticesMs = 2_000;

/** What this browser shows while the product is closed ends with the log-in, and what it has shown goes. */
async function endNotices(): Promise<void> {
  void navigator.clearAppBadge?.().catch(() => undefined);
  const registration = await navigator.serviceWorker?.getRegistration();
  const close = async () => {
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  };
  const unsubscribe = async () => (await registration?.pushManager?.getSubscription())?.unsubscribe();
  await Promise.all([close(), unsubscribe()]);
}

async function leave(): Promise<undefined> {
  await Promise.race([endNotices().catch(() => undefined), new Promise((done) => setTimeout(done, noticesMs))]);
  try {
    // What was typed and not sent.
    sessionStorage.clear();
  } catch {
    // A browser that stores nothing has nothing of it.
  }
  notifyTabs(null);
  window.location.assign('/login');
  return undefined;
}
