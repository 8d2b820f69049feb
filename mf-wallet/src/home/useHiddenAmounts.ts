import { useState } from 'react';

const key = 'hideAmounts';

/** Whether this browser covers the amounts of the wallet's first screen, and the switch. Kept from visit to visit. */
export function useHiddenAmounts(): readonly [boolean, () => void] {
  const [hidden, setHidden] = useState(isStored);
  return [
    hidden,
    () => {
      setHidden(!hidden);
      try {
        if (hidden) localStorage.removeItem(key);
        else localStorage.setItem(key, '1');
      } catch {
        // A browser that stores nothing forgets the choice with the page.
      }
    },
  ];
}

function isStored(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
