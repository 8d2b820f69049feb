import { useEffect, useRef } from 'react';

/**
 * The way back closes a sheet first. An open sheet has an entry of its own in the browser's history, at the same address: the
 * router, whose own state it carries on, is not reported when it is left. A sheet that was closed by other means leaves its entry
 * behind, for a step back that is not asked for could take another navigation with it; a later Back passes over it.
 */
interface SheetEntry {
  readonly sheet?: true;
}

/** The open sheets, the topmost last: each closes, or says that it stays. */
const open: ((stays: () => void) => void)[] = [];
/** Whether the browser stands at the entry of a sheet, open or not. */
let isAtEntry = false;
let isListening = false;

const isEntry = (state: unknown): boolean => (state as SheetEntry | null)?.sheet === true;

function pushEntry(): void {
  if (!isAtEntry) window.history.pushState({ ...window.history.state, sheet: true }, '');
  isAtEntry = true;
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  isAtEntry = isEntry(window.history.state);
  const { history } = window;
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = (state: unknown, ...rest) => {
      isAtEntry = isEntry(state);
      original.call(history, state, ...rest);
    };
  }
  // Before the router's own listener.
  window.addEventListener(
    'popstate',
    (event) => {
      const left = isAtEntry;
      isAtEntry = isEntry(event.state);
      if (!left || isAtEntry) return;
      event.stopImmediatePropagation();
      const top = open.at(-1);
      if (top) top(pushEntry);
      else history.back();
    },
    true,
  );
}

/** Makes the way back close a sheet. @param mayClose `false`: it stays where it is, and so does the page */
export function useBackCloses(mayClose: boolean, close: () => void): void {
  const now = useRef({ mayClose, close });
  now.current = { mayClose, close };
  useEffect(() => {
    listen();
    pushEntry();
    const back = (stays: () => void) => {
      if (now.current.mayClose) now.current.close();
      if (!now.current.mayClose || open.length > 1) stays();
    };
    open.push(back);
    return () => void open.splice(open.indexOf(back), 1);
  }, []);
}
