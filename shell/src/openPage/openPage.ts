import type { FeatureName } from '@trellis/api-contract';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { boot } from '../boot/document.ts';

/** What a page that is open for a while has learned: empty at first, filled by what comes after the first screen. */
interface OpenPage {
  /** Stands under the header of every screen. */
  readonly bar?: ReactNode;
  /** Stands there while there is no other bar, inside and outside: something about the reader's browser. */
  readonly hint?: ReactNode;
  /** Stands there while there is neither: what all members are shown. */
  readonly announcement?: ReactNode;
  /** Stands there inside while there is none of these: what can wait. */
  readonly offer?: ReactNode;
  /** Lies over every screen of a member's: what has to be answered first. */
  readonly sheet?: ReactNode;
  /** Over every screen of a member's, for a moment: how the product gets onto the home screen, or that it is there. */
  readonly install?: ReactNode;
  /** Says that something threw; draws nothing. */
  readonly trouble?: ReactNode;
  /** Unread notices; 100 stands for that many or more. */
  readonly unread: number;
  /** Features that were switched off since the page began. */
  readonly off: readonly FeatureName[];
  /** Path of a place that was switched off before somebody went there. */
  readonly closedPath?: string | undefined;
}

/** The bell has its number from the first moment on. */
let current: OpenPage = { off: [], unread: Number(boot.loaded?.marks?.notice ?? 0) };
const listeners = new Set<() => void>();

export function updateOpenPage(change: Partial<OpenPage>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export const hasOffer = (): boolean => current.offer !== undefined;

export const isSwitchedOff = (feature: FeatureName): boolean => current.off.includes(feature);

/** Follows it as a transition, as the router follows a navigation: what belongs together appears together. */
export function useOpenPage(): OpenPage {
  const [page, setPage] = useState(current);
  useEffect(() => {
    const follow = () => startTransition(() => setPage(current));
    follow();
    listeners.add(follow);
    return () => void listeners.delete(follow);
  }, []);
  return page;
}
