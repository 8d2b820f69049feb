import { useState } from 'react';

/**
 * A choice between two that this browser keeps from visit to visit; one that stores nothing forgets it with the page.
 * @param initial what holds until the reader chose the other, and is not kept
 */
export function useStored(key: string, initial: boolean): readonly [boolean, (chosen: boolean) => void] {
  const [value, setValue] = useState(() => stored(key) ?? initial);
  return [
    value,
    (chosen) => {
      setValue(chosen);
      try {
        if (chosen === initial) localStorage.removeItem(key);
        else localStorage.setItem(key, chosen ? '1' : '0');
      } catch {
        // It holds for as long as the page is open.
      }
    },
  ];
}

function stored(key: string): boolean | undefined {
  try {
    const value = localStorage.getItem(key);
    return value === null ? undefined : value === '1';
  } catch {
    return undefined;
  }
}
