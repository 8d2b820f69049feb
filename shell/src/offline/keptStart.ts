import { type WorkerMessage, workerPath } from '@trellis/api-contract';
import { acceptDocument, setRemoveSaved, showKept } from '@trellis/shell-sdk/host';
import { watchAway } from '../lock/away.ts';
import { drawCurtain } from '../lock/curtain.ts';
import { lockServerLater } from '../lock/lockServer.ts';
import { noteBack } from './backOnline.ts';
import { endKeeping, keptBehind, readKept } from './vault.ts';

/** Where the server is asked again whether it is there. */
const againMs = 5_000;
/** A server that takes its time is there, too. */
const answerMs = 20_000;

/**
 * Starts a page that was made without the server: with what is kept of the member, if it may still be shown.
 * @param logOutLater the server is to hear of a log-out
 * @param unlock asks for the passkey that opens it
 */
export async function startKept(logOutLater: () => void, unlock: (passkey: string) => Promise<void>): Promise<void> {
  followServer();
  const passkey = await keptBehind().catch(() => undefined);
  if (passkey !== undefined) await unlock(passkey);
  const kept = await readKept().catch(() => undefined);
  const end = async () => {
    try {
      await endKeeping();
    } finally {
      logOutLater();
    }
  };
  showKept({ answers: kept?.answers ?? [], end });
  const now = new Date(Date.now() + (kept?.aheadMs ?? 0)).toISOString();
  acceptDocument({ loads: [], loaded: { now, route: null, session: kept?.user ?? null, answers: [] } });
  if (!kept) return;
  hideAfter(kept.until);
  lockKept(kept.user.lockMinutes);
  setRemoveSaved(async () => {
    await endKeeping();
    window.location.reload();
  });
}

/** @param until from then on the page that the worker makes shows nothing of the member */
function hideAfter(until: number): void {
  const look = () => {
    if (Date.now() > until) window.location.reload();
  };
  setTimeout(look, until - Date.now() + 1_000);
  // A phone that slept has not counted.
  document.addEventListener('visibilitychange', look);
}

/** Once nobody was at the page for so long: loaded again, it asks for the passkey again. */
function lockKept(minutes: number | undefined): void {
  let isLeaving = false;
  const onAway = () => {
    isLeaving = true;
    drawCurtain(true);
    lockServerLater();
    window.location.reload();
  };
  watchAway({ minutes: () => (isLeaving ? undefined : minutes), isLocked: () => isLeaving, onAway })();
}

/** Loads the page again as soon as the server is there. */
function followServer(): void {
  let isLeaving = false;
  let asking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    if (asking || isLeaving) return;
    asking = true;
    clearTimeout(timer);
    isLeaving = await isReached();
    asking = false;
    if (!isLeaving) {
      timer = setTimeout(ask, againMs);
      return;
    }
    const message: WorkerMessage = { type: 'reached' };
    navigator.serviceWorker.controller?.postMessage(message);
    noteBack();
    window.location.reload();
  };
  timer = setTimeout(ask, againMs);
  window.addEventListener('online', ask);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void ask();
  });
}

/** Whether the server can answer again: for the worker's script it reads whether there is to be one. It is no use of the session. */
async function isReached(): Promise<boolean> {
  try {
    const answer = await fetch(workerPath, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(answerMs),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
