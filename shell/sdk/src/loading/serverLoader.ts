import type { Boot, LoaderAnswer } from '@trellis/api-contract';
import { type Caller, send } from '../api/callers.ts';
import { prefill } from '../api/prefilled.ts';
import { noteProductTime } from '../reading/productTime.ts';
import { nameOf, sessionKnown, sessionLocked } from '../session/session.ts';
import { noteSessionUse } from '../session/sessionUse.ts';
import { userName } from '../session/tabs.ts';
import { store } from '../store.ts';

/** A screen does not wait longer for prefilled answers; it then asks for its data itself. */
const timeoutMs = 4_000;

/** The server answered, and not with what was asked for. */
export class ServerLoaderError extends Error {
  override readonly name = 'ServerLoaderError';
  readonly status: number;

  constructor(status: number) {
    super(`the server loader answered ${status}`);
    this.status = status;
  }
}

/** Screens that the server has data for; a page that was not notified asks for none. */
let loads: readonly string[] = [];
let inDocument: string | null = null;
let login: { readonly user: string; readonly word: string } | undefined;

/** The server's word for the log-in of whoever is logged in here; `undefined` before it has said it. */
export function logInOf(): string | undefined {
  return login !== undefined && login.user === userName() ? login.word : undefined;
}

/**
 * Puts what the document carried into the store; its screen is not asked for again.
 * @returns whether it said who is logged in
 */
export function acceptDocument(boot: Pick<Boot, 'loads' | 'loaded'>): boolean {
  loads = boot.loads;
  if (!boot.loaded) return false;
  // What it would have carried is asked for when it is not locked any more.
  inDocument = boot.loaded.locked ? null : boot.loaded.route;
  accept(boot.loaded);
  return true;
}

/**
 * Asks who is logged in, where the document could not know.
 * @returns the server's own word
 * @throws ServerLoaderError; another error when there is no answer
 */
export async function askSession(): Promise<Pick<LoaderAnswer, 'session' | 'locked'>> {
  const answer = await askLoader({ route: '' });
  accept(answer);
  return answer;
}

/**
 * Fetches all data of a screen in one call and fills the cache with it. Never rejects: a screen whose data did not
 * come this way asks for it through its own hooks and shows its own failure.
 */
export async function loadScreenData(feature: string, screen: string, url: string, caller?: Caller): Promise<void> {
  const route = `${feature}/${screen}`;
  if (!loads.includes(route)) return;
  if (inDocument === route) {
    inDocument = null;
    return;
  }
  try {
    accept(await askLoader({ route, url }, caller, timeoutMs));
  } catch {
    // Left to the screen's own hooks.
  }
}

async function askLoader(
  query: Readonly<Record<string, string>>,
  caller?: Caller,
  timeoutMs = 30_000,
): Promise<LoaderAnswer> {
  const address = `/server-loader?${new URLSearchParams(query)}`;
  const sentAt = Date.now();
  const response = await send(address, { credentials: 'same-origin', signal: AbortSignal.timeout(timeoutMs) }, caller);
  if (!response.ok) throw new ServerLoaderError(response.status);
  noteSessionUse(sentAt);
  return (await response.json()) as LoaderAnswer;
}

function accept({ now, session, locked, answers, login: word }: LoaderAnswer): void {
  noteProductTime(now);
  store.dispatch(locked ? sessionLocked() : sessionKnown(session));
  if (session && word !== undefined) login = { user: nameOf(session), word };
  // Those of somebody else are not for this page.
  if (store.getState().session.takenBy === undefined) prefill(answers);
}
