import { useSyncExternalStore } from 'react';

/** Something that the shell does for a row of the settings, where it can: the shell sets it, and the row is there while it is. */
export function fromShell<Action>() {
  let current: Action | undefined;
  const listeners = new Set<() => void>();
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    set(action: Action | undefined): void {
      current = action;
      for (const listener of listeners) listener();
    },
    use: (): Action | undefined => useSyncExternalStore(follow, () => current),
  };
}
