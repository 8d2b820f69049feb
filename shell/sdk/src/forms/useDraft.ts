import { unfinishedChanged } from '@trellis/kit';
import { useEffect, useRef, useState } from 'react';
import { nameOf } from '../session/session.ts';
import { useUser } from '../session/useSession.ts';

/** By who is logged in and name, in the tab's own storage: it ends with the tab, or with the log-out. */
const drafts = {
  get(key: string): string {
    try {
      return sessionStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  },
  set(key: string, text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  },
};

/**
 * A field's text that outlives its screen and its page: who is sent away to bind an authenticator finds it again, and so does
 * whose phone has put the page away, or whose session ended. Never for a password, a code or a secret.
 */
export function useDraft(name: string): [value: string, change: (value: string) => void] {
  const user = useUser();
  const key = `draft ${user ? nameOf(user) : ''} ${name}`;
  const [value, setValue] = useState('');
  const isReturning = useRef(false);
  // After the form has noted that it began empty: what comes back is unfinished, and nothing may interrupt it.
  useEffect(() => {
    const saved = drafts.get(key);
    isReturning.current = saved !== '';
    setValue(saved);
  }, [key]);
  useEffect(() => {
    if (!isReturning.current || value === '') return;
    isReturning.current = false;
    // Now that it is in the field, the form holds something.
    unfinishedChanged();
  }, [value]);
  return [
    value,
    (next) => {
      drafts.set(key, next);
      setValue(next);
    },
  ];
}
