import { productNow, readsByItself, sessionEnded, sessionUse, store, useOperator } from '@trellis/shell-sdk';
import { useEffect, useSyncExternalStore } from 'react';
import { operatorApi } from '../api.ts';
import { type EndWarning, IdleWatch, type SessionLeft } from './idleWatch.ts';

/** Asks who is logged in. Nobody any more: the page goes to the log-in, as after any refused call. */
async function ask(): Promise<SessionLeft | null | undefined> {
  const { data } = await store.dispatch(
    operatorApi.endpoints.getSession.initiate({}, { forceRefetch: true, subscribe: false }),
  );
  if (data === undefined) return undefined;
  const { operator, idleEndsAt, endsAt } = data;
  if (operator === null || idleEndsAt === null || endsAt === null) {
    store.dispatch(sessionEnded());
    return null;
  }
  const now = productNow();
  return { idleMs: Date.parse(idleEndsAt) - now, wholeMs: Date.parse(endsAt) - now };
}

/** The same, read by the page itself: that prolongs nothing. */
async function askByItself(): Promise<SessionLeft | null | undefined> {
  const over = readsByItself(['Session']);
  try {
    return await ask();
  } finally {
    over();
  }
}

/** One for the whole page, over all its screens. */
let watch: IdleWatch | undefined;
function watchOf(): IdleWatch {
  if (watch) return watch;
  const made = new IdleWatch({ lastUseAt: sessionUse.lastAt, ask: askByItself });
  sessionUse.subscribe(() => made.used());
  watch = made;
  return made;
}

/** When the session is about to end, and what prolongs it: one ordinary call, that leaves the page as it is. */
export function useSessionEnd(): {
  readonly warning: EndWarning | undefined;
  readonly prolong: () => Promise<unknown>;
} {
  const name = useOperator()?.name;
  const idleWatch = watchOf();
  useEffect(() => {
    if (name !== undefined) idleWatch.begin();
  }, [name, idleWatch]);
  return { warning: useSyncExternalStore(idleWatch.subscribe, idleWatch.warning), prolong: ask };
}
