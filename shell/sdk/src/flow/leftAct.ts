import { useEffect, useState } from 'react';
import type { ApiFailure } from '../api/failure.ts';
import { useSession } from '../session/useSession.ts';
import type { ActEndpoint } from './act.ts';
import { askOutcome } from './operation.ts';

/**
 * The key of an act that was sent and whose answer has not come, kept in the browser over a closed page. The key alone: what
 * was sent, the server knows.
 */
export interface LeftActs {
  remember(key: string): void;
  forget(): void;
  left(): string | undefined;
}

/** What is known of an act that an earlier page left behind. */
export type LeftAct =
  | { readonly phase: 'none' | 'checking' | 'unreachable' | 'notDone' }
  | { readonly phase: 'refused'; readonly failure: ApiFailure };

/** Acts of this member at one endpoint: several may ask for the same code, and none shows another's receipt. */
export function useLeftActs(endpoint: ActEndpoint): LeftActs {
  const { member } = useSession();
  const name = `act ${member?.username ?? ''} ${endpoint}`;
  return {
    remember: (key) => tried(() => localStorage.setItem(name, key)),
    forget: () => tried(() => localStorage.removeItem(name)),
    left: () => tried(() => localStorage.getItem(name)) ?? undefined,
  };
}

/** A browser that stores nothing finds nothing; the records still show what was done. */
function tried<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/**
 * Asks the server what became of the act that an earlier page left behind, if one did.
 * @param onAnswered takes the receipt
 */
export function useLeftAct<Receipt>(endpoint: ActEndpoint, acts: LeftActs, onAnswered: (receipt: Receipt) => void) {
  const [act, setAct] = useState<LeftAct>(() => ({ phase: acts.left() === undefined ? 'none' : 'checking' }));
  const { phase } = act;
  // One question for each time that it is to be asked.
  useEffect(() => {
    const key = acts.left();
    if (phase !== 'checking' || key === undefined) return;
    const leaving = new AbortController();
    void askOutcome<Receipt>(endpoint, key, leaving.signal).then((outcome) => {
      if (leaving.signal.aborted) return;
      if (outcome.kind === 'lost') return setAct({ phase: 'unreachable' });
      acts.forget();
      if (outcome.kind === 'notDone') return setAct({ phase: 'notDone' });
      if (outcome.kind === 'refused') return setAct({ phase: 'refused', failure: outcome.failure });
      setAct({ phase: 'none' });
      onAnswered(outcome.receipt);
    });
    return () => leaving.abort();
  }, [phase]);
  return { act, checkAgain: () => setAct({ phase: 'checking' }), dismiss: () => setAct({ phase: 'none' }) };
}
