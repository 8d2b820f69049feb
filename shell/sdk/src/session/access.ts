import { api } from '../api/api.ts';
import { type ApiFailure, failureOf } from '../api/failure.ts';
import { injectContract } from '../api/injectContract.ts';
import { store } from '../store.ts';
import { type SessionMember, sessionKnown } from './session.ts';

const { endpoints } = injectContract(api, ['logOut']);

/** Takes a member in, after log-in or registration: what the page's cache held before was somebody else's. */
export function enterSession(member: SessionMember): void {
  store.dispatch(api.util.resetApiState());
  store.dispatch(sessionKnown(member));
}

/**
 * Ends the session and opens `/login` as a new document, so that nothing of the member stays in the page's memory.
 * Answers the failure when the server could not be reached: then the session goes on.
 */
export async function logOut(): Promise<ApiFailure | undefined> {
  const { error } = await store.dispatch(endpoints.logOut.initiate({}, { track: false }));
  if (error) return failureOf(error);
  try {
    // What was typed and not sent.
    sessionStorage.clear();
  } catch {
    // A browser that stores nothing has nothing of it.
  }
  window.location.assign('/login');
  return undefined;
}
