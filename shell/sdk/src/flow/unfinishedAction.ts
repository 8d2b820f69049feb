import { useEffect, useState } from 'react';
import type { ApiFailure } from '../api/failure.ts';
import { useSession } from '../session/useSession.ts';
import type { ActionEndpoint } from './actionCall.ts';
import { askOutcome } from './operation.ts';

/**
 * Keys of acts that were sent and whose answer has not come, kept in the browser over a closed page. The key alone: what
 * was sent, the server knows.
 */
export interface UnfinishedActions {
  remember(key: string): void;
  forget(key: string): void;
  /** One of them, if there is any. */
  left(): string | undefined;
}

/** What is known of an act that an earlier page left behind. */
export type UnfinishedAction =
  /** `left`: whose it is to report, is not known yet. */
  | { readonly phase: 'none' | 'left' | 'checking' | 'unreachable' | 'notDone' | 'forgotten' }
  | { readonly phase: 'refused'; readonly failure: ApiFailure };

const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
const lockOf = (key: string): string => `act ${key}`;

/** Does the work of an act: meanwhile no other page of this browser answers for it. The lock goes with its page. */
export const whileRunning = (key: string, work: () => Promise<void>): Promise<void> =>
  locks ? locks.request(lockOf(key), work) : work();

/** Waits until no page of this browser is at work on an act. Rejects when the signal comes first. */
async function untilLeft(key: string, signal: AbortSignal, onWait: () => void): Promise<void> {
  if (!locks) return;
  const isFree = await locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock !== null);
  if (isFree) return;
  onWait();
  await locks.request(lockOf(key), { signal }, () => undefined);
}

/**
 * Acts of this member at one endpoint: several may ask for the same code, and none shows another's receipt. Where pages
 * cannot notify each other what they are at, each tab knows of its own only.
 * @param about which of several things it is about: at another one nothing is said of it
 */
export function useUnfinishedActions(endpoint: ActionEndpoint, about?: string): UnfinishedActions {
  const { member } = useSession();
  const prefix = `act ${member?.username ?? ''} ${endpoint}${about === undefined ? '' : `/${about}`}`;
  return {
    remember: (key) => tried(() => storage().setItem(`${prefix} ${key}`, String(Date.now()))),
    forget: (key) => tried(() => storage().removeItem(`${prefix} ${key}`)),
    left: () =>
      tried(() => {
        const kept = Object.entries({ ...storage() }).find(
          ([name, at]) => name.startsWith(`${prefix} `) && Date.now() - Number(at) < askedForMs,
        );
        return kept?.[0].slice(prefix.length + 1);
      }),
  };
}

/** So long after it was sent: the server keeps what it answered for longer. Whatever is older stands in the records. */
const askedForMs = 30 * 86_400_000;

const storage = (): Storage => (locks ? localStorage : sessionStorage);

/** A browser that stores nothing finds nothing; the records still show what was done. */
function tried<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/**
 * Asks the server what became of the act that an earlier page left behind, if one did. Of one that another page is at work
 * on, that page says.
 * @param onAnswered takes the receipt
 */
export function useUnfinishedAction<Receipt>(
  endpoint: ActionEndpoint,
  unfinished: UnfinishedActions,
  onAnswered: (receipt: Receipt) => void,
) {
  const [action, setAction] = useState<UnfinishedAction>(() => ({
    phase: unfinished.left() === undefined ? 'none' : 'left',
  }));
  const [checks, setChecks] = useState(0);
  // One question for each time that it is to be asked.
  useEffect(() => {
    const key = unfinished.left();
    if (key === undefined) return;
    const leaving = new AbortController();
    const find = async () => {
      await untilLeft(key, leaving.signal, () => setAction({ phase: 'none' }));
      if (leaving.signal.aborted) return;
      if (unfinished.left() !== key) return setAction({ phase: 'none' });
      setAction({ phase: 'checking' });
      const outcome = await askOutcome<Receipt>(endpoint, key, leaving.signal);
      if (leaving.signal.aborted) return;
      if (outcome.kind === 'lost') return setAction({ phase: 'unreachable' });
      unfinished.forget(key);
      if (outcome.kind === 'refused') return setAction({ phase: 'refused', failure: outcome.failure });
      if (outcome.kind !== 'answered') return setAction({ phase: outcome.kind });
      setAction({ phase: 'none' });
      onAnswered(outcome.receipt);
    };
    find().catch(() => undefined);
    return () => leaving.abort();
  }, [checks]);
  return { action, checkAgain: () => setChecks(checks + 1), dismiss: () => setAction({ phase: 'none' }) };
}
