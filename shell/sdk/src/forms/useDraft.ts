import { useState } from 'react';
import { useSession } from '../session/useSession.ts';

/** By member and name. In memory only: what somebody typed about money is in no storage of the browser. */
const drafts = new Map<string, string>();

/** A field's text that outlives its screen: who is sent away to bind an authenticator finds it again. */
export function useDraft(name: string): [value: string, change: (value: string) => void] {
  const { member } = useSession();
  const key = `${member?.username ?? ''} ${name}`;
  const [value, setValue] = useState(() => drafts.get(key) ?? '');
  return [
    value,
    (next) => {
      drafts.set(key, next);
      setValue(next);
    },
  ];
}
