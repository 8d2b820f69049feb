import { beginLoad, endLoad } from './deadline.ts';
import { classify, FeatureLoadFault } from './featureLoadError.ts';
import { noteLoad } from './loadNotes.ts';

let wishes = 0;

/**
 * The member does not want to wait any longer for what is on its way: every script and stylesheet that is being waited
 * for counts as failed, and each load that needed one begins anew. Failed files are asked for under another address.
 */
export function loadAnew(): void {
  wishes += 1;
  for (const tag of document.head.querySelectorAll<HTMLElement>('script, link')) {
    // Only what somebody still waits for has a handler: webpack and the entry's loader take theirs away at the end.
    if (tag.onerror) tag.dispatchEvent(new Event('error'));
  }
}

/**
 * Runs a load under its owner's deadline and notes how it failed. The deadline goes on when it succeeds: `endLoad` ends
 * it. Rejects with a `FeatureLoadFault`.
 */
export async function attemptLoad<Result>(
  owner: { readonly feature: string; readonly release: string },
  load: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const before = wishes;
    beginLoad(owner.feature);
    try {
      return await load();
    } catch (thrown) {
      const failure = classify(thrown, owner);
      const givenUp = wishes !== before;
      noteLoad({ ...owner, milliseconds: endLoad(owner.feature), failure, givenUp });
      if (!givenUp) throw new FeatureLoadFault(failure);
    }
  }
}
