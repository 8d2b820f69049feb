import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useFrame } from './workspace.ts';

/** The stamps of what is open, the latest last: a page may read more than one thing. */
let stamps: readonly { readonly owner: object; readonly stamp: ReactNode }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof stamps): void {
  stamps = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How old a page is: in the bar of the workspace; above what it is about where there is no bar. */
export function Updated({ stamp }: { stamp: ReactNode }) {
  const isFrame = useFrame();
  useEffect(() => {
    if (!isFrame) return undefined;
    const owner = {};
    change([...stamps, { owner, stamp }]);
    return () => change(stamps.filter((each) => each.owner !== owner));
  }, [isFrame, stamp]);
  return isFrame ? null : stamp;
}

/** What the bar says of it. */
export const useStamp = (): ReactNode => useSyncExternalStore(subscribe, () => stamps.at(-1)?.stamp);
