import { eventNames } from '@trellis/api-contract';
import { operatorEventsPath, operatorTopics } from '@trellis/api-contract/operator';
import { readsByItself, store, useOperator } from '@trellis/shell-sdk';
import { listenToEvents } from '@trellis/shell-sdk/events';
import { useEffect } from 'react';
import { operatorApi } from '../api.ts';

const topics = Object.keys(operatorTopics) as (keyof typeof operatorTopics)[];

/** Pages of the console are operators'. */
function nameOf(): string | undefined {
  const { user } = store.getState().session;
  return user && 'name' in user ? user.name : undefined;
}

/** To be called whenever it may listen or no longer; one stream for the whole page. */
let look: (() => void) | undefined;

/** Keeps whatever is open up to date: what the server says has changed is read again, which is no use of the session. */
export function useLive(): void {
  const operator = useOperator();
  // Whoever logs in or out may listen, or no longer.
  useEffect(() => {
    look ??= follow();
    look();
  }, [operator]);
}

function follow(): () => void {
  const marks = new Map<string, string>();
  const changed = (topic: keyof typeof operatorTopics) => (data: unknown) => {
    const mark = markOf(data);
    const known = marks.get(topic);
    if (mark === undefined || mark === known) return;
    marks.set(topic, mark);
    // What the page came with is no news.
    if (known === undefined) return;
    const tags = [...operatorTopics[topic]];
    readsByItself(tags);
    store.dispatch(operatorApi.util.invalidateTags(tags));
  };
  const listen = listenToEvents({
    path: operatorEventsPath,
    owner: () => nameOf(),
    names: eventNames.operator,
    mayListen: () => document.visibilityState === 'visible' && store.getState().session.user !== null,
    events: Object.fromEntries(topics.map((topic) => [topic, changed(topic)])),
    // Also reports whether the session has ended meanwhile: the answer then ends it here.
    onReturn() {
      readsByItself(['Approval']);
      void store.dispatch(operatorApi.endpoints.getOverview.initiate({}, { forceRefetch: true, subscribe: false }));
    },
  });
  document.addEventListener('visibilitychange', listen);
  return listen;
}

/** What a message says; a server of another version may send something else. */
const markOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'mark' in data && typeof data.mark === 'string' ? data.mark : undefined;
