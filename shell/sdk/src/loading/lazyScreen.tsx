import { Screen, SkeletonCard } from '@trellis/kit';
import { type ComponentType, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { LoaderFunction } from 'react-router-dom';
import type { Caller } from '../api/callers.ts';
import { isKeptPage } from '../network/keptPage.ts';
import { FailureScreen } from './FailureScreen.tsx';
import { classify } from './featureLoadError.ts';
import { featureLoads } from './featureLoads.ts';
import { untilPainted } from './firstPaint.ts';
import { usePlaceName } from './placeName.ts';
import { StillLoading } from './StillLoading.tsx';
import { loadScreenData } from './serverLoader.ts';

/** A screen's module: the component is all it exports. */
export interface ScreenModule {
  readonly Component: ComponentType;
}

export interface LazyScreen {
  /** The feature it belongs to, or `shell`. */
  readonly feature: string;
  readonly screen: string;
  readonly load: () => Promise<ScreenModule>;
  /** It is there on a page that was made without the server, too. */
  readonly readsOnly?: boolean;
}

/**
 * A route's `lazy`, which fetches the screen's chunk. It never rejects, because the router would remember a rejection for
 * ever: a screen that failed becomes a card that can really try again.
 */
export function lazyScreen(screen: LazyScreen): () => Promise<ScreenModule> {
  return async () => {
    if (isKeptPage() && !screen.readsOnly) return { Component: needsServer(screen.feature) };
    try {
      return await attempt(screen);
    } catch (failure) {
      return { Component: retryScreen(screen, failure) };
    }
  };
}

/**
 * A route's `loader`, which fetches the screen's data alongside its chunk, for the very address that is gone to. Only the
 * first time: from then on the screen shows at once what it has, and asks for itself.
 */
export function firstData(
  { feature, screen }: Pick<LazyScreen, 'feature' | 'screen'>,
  caller?: Caller,
): LoaderFunction {
  let isFirst = true;
  return async ({ request }) => {
    if (!isFirst) return null;
    isFirst = false;
    const { pathname, search } = new URL(request.url);
    await loadScreenData(feature, screen, pathname + search, caller);
    return null;
  };
}

/** In the place of a screen that is nothing without the server. */
const needsServer =
  (feature: string): ComponentType =>
  () => <FailureScreen failure={{ kind: 'offline', feature }} onRetry={() => window.location.reload()} />;

async function attempt({ feature, load }: LazyScreen): Promise<ScreenModule> {
  const owner = { feature, release: featureLoads.releaseOf(feature) };
  const { Component } = await featureLoads.attempt(owner, load);
  const milliseconds = featureLoads.end(feature);
  let since = performance.now() - milliseconds;
  /** Only the first time: from then on nothing is loaded. */
  const note = () => {
    if (since) untilPainted(since, (firstPaintMs) => featureLoads.note({ ...owner, milliseconds, firstPaintMs }));
    since = 0;
  };
  return {
    Component() {
      useLayoutEffect(note, []);
      return <Component />;
    },
  };
}

type Outcome = { readonly Loaded: ComponentType } | { readonly failed: unknown } | 'loading';

/** Stays in the router for the life of the page, so it must forget its failure as soon as the member leaves it. */
function retryScreen(screen: LazyScreen, firstFailure: unknown): ComponentType {
  let outcome: Outcome = { failed: firstFailure };

  return function RetryScreen() {
    const [shown, setShown] = useState(outcome);
    const name = usePlaceName(screen.feature);
    const show = useCallback((next: Outcome) => {
      outcome = next;
      setShown(next);
    }, []);
    const retry = useCallback(() => {
      show('loading');
      attempt(screen).then(
        ({ Component }) => show({ Loaded: Component }),
        (failed: unknown) => show({ failed }),
      );
    }, [show]);
    useEffect(() => {
      if (outcome === 'loading') retry();
      return () => {
        if (typeof outcome === 'object' && 'failed' in outcome) outcome = 'loading';
      };
    }, [retry]);

    if (shown === 'loading') {
      return (
        <Screen title={name}>
          <StillLoading />
          <SkeletonCard />
        </Screen>
      );
    }
    if ('Loaded' in shown) return <shown.Loaded />;
    return (
      <FailureScreen
        failure={classify(shown.failed, { feature: screen.feature, release: featureLoads.releaseOf(screen.feature) })}
        onRetry={retry}
      />
    );
  };
}
