import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const pathOf = (id: string): string => `/wallet/records/${id}`;

/**
 * Opens and closes a record alongside its list, by the address: the filters stay in it, the list stays where it is, and
 * the focus comes back to the row.
 * @param id the record that is open
 */
export function useOpenRecord(id: string | undefined) {
  const navigate = useNavigate();
  const { key, search } = useLocation();
  const first = useRef(key);
  const before = useRef(id);
  // Before the screen leads whoever lost the focus to its heading.
  useLayoutEffect(() => {
    const closed = before.current;
    if (closed === id) return;
    before.current = id;
    // The shell is about to begin another address at its top; this one goes on where the list was.
    const { scrollY } = window;
    queueMicrotask(() => window.scrollTo(0, scrollY));
    if (id !== undefined || closed === undefined || document.activeElement !== document.body) return;
    const row = [...document.links].find(({ pathname }) => pathname === pathOf(closed));
    // It may be none of the list's: of another page of it, or reached by its reference.
    (row ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }, [id]);
  return {
    /** On this page, and not with it, which begins at its own heading. */
    isOpened: key !== first.current,
    open: (record: string) => void navigate({ pathname: pathOf(record), search }),
    close: () => void navigate({ pathname: '/wallet/records', search }),
  };
}
