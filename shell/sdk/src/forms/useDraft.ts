import { useEffect, useRef, useState } from 'react';
import { useSession } from '../session/useSession.ts';

/** By member and name. In memory only: what somebody typed about money is in no storage of the browser. */
const drafts = new Map<string, string>();

/** A field's text that outlives its screen: who is sent away to bind an authenticator finds it again. */
export function useDraft(name: string): [value: string, change: (value: string) => void] {
  const { member } = useSession();
  const key = `${member?.username ?? ''} ${name}`;
  const [value, setValue] = useState('');
  const isReturning = useRef(false);
  // After the form has noted that it began empty: what comes back is unfinished, and nothing may interrupt it.
  useEffect(() => {
    const kept = drafts.get(key) ?? '';
    isReturning.current = kept !== '';
    setValue(kept);
  }, [key]);
  useEffect(() => {
    if (!isReturning.current || value === '') return;
    isReturning.current = false;
    // Now that it is in the field, whoever watches what is typed hears of it.
    document.dispatchEvent(new Event('input'));
  }, [value]);
  return [
    value,
    (next) => {
      drafts.set(key, next);
      setValue(next);
    },
  ];
}
