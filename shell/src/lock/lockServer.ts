import { injectContract, memberContract } from '@trellis/shell-sdk';
import { send } from '@trellis/shell-sdk/host';
import { boot } from '../boot/document.ts';

// A release says by these names what it calls.
injectContract(memberContract, ['lockSession']);

/** In the browser's storage until the server has heard of it: a page that starts before begins locked. */
const key = 'lockSession';

/** This browser is locked, and the server is to hear of it, also by a page that goes. */
export async function lockServer(): Promise<void> {
  lockServerLater();
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}', keepalive: true };
  const answer = await send(boot.api + memberContract.endpoints.lockSession.path, init);
  // Refused, too: it is locked by now, or nobody is logged in.
  if (answer.status < 500) forgetLock();
}

/** The same, where the server is away. */
export function lockServerLater(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // A browser that stores nothing is locked by its silence.
  }
}

/** Whether it was locked, and the server may not have heard of it. */
export function isLockUnheard(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** The server has, or its owner was there. */
export function forgetLock(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See above.
  }
}
