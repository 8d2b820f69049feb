import type { FeatureName } from '@trellis/api-contract';
import { useCallback, useEffect, useState } from 'react';
import { classify, type FeatureLoadError, FeatureLoadFault } from './featureLoadError.ts';
import { featureLoads } from './featureLoads.ts';

/** What became of a part: its module, or why it did not come. */
export type Part<Module> =
  | { readonly module: Module; readonly failure?: undefined }
  | { readonly failure: FeatureLoadError; readonly module?: undefined };

/**
 * A part that comes when it is first needed: a chunk alongside screens and texts. It never rejects. A failure is data, so
 * that no caller can forget to show it (`LoadFailure` does); nothing of it is kept, and the next call loads again.
 */
export function lazyPart<Module>(
  feature: FeatureName | 'shell',
  load: () => Promise<Module>,
): () => Promise<Part<Module>> {
  return async () => {
    const owner = { feature, release: featureLoads.releaseOf(feature) };
    try {
      return { module: await featureLoads.attemptPart(owner, load) };
    } catch (thrown) {
      return { failure: classify(thrown, owner) };
    }
  };
}

/** For who is called where failures already become a card. @throws FeatureLoadFault if it did not come */
export function moduleOf<Module>(part: Part<Module>): Module {
  if (part.failure) throw new FeatureLoadFault(part.failure);
  return part.module;
}

/** Loads a part with the component that needs it. @returns what became of it, `undefined` while it loads, and a retry */
export function usePart<Module>(load: () => Promise<Part<Module>>): [Part<Module> | undefined, () => void] {
  const [part, setPart] = useState<Part<Module>>();
  const begin = useCallback(() => {
    setPart(undefined);
    void load().then(setPart);
  }, [load]);
  useEffect(begin, [begin]);
  return [part, begin];
}
