import { type Language, matchLanguage } from '@trellis/api-contract';
import { store } from '@trellis/shell-sdk';
import {
  classify,
  featureLoads,
  firstLanguage,
  followZone,
  keepErrors,
  sdkTexts,
  startTexts,
  textScale,
  theme,
} from '@trellis/shell-sdk/host';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { startAfterFirstScreen } from './boot/afterFirstScreen.tsx';
import { BootFailure } from './boot/BootFailure.tsx';
import { coverForOthers } from './boot/cover.ts';
import { boot, registry } from './boot/document.ts';
import { coverWhileLocked, isLocked, untilUnlocked } from './boot/lock.ts';
import { keepTextsOurs } from './boot/rewrittenText.ts';
import { startSession } from './boot/startSession.ts';
import { forgetTypedBefore } from './boot/typedBefore.ts';
import { notifyLate } from './router/notifyLate.ts';
import { createShellRouter } from './router/router.tsx';
import type { ShellRouter } from './router/shellRouter.ts';
import { withTransitions } from './router/transitions.ts';
import { shellTexts } from './texts/shellTexts.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The document has no #root');
const root = createRoot(container);
coverForOthers(container);
keepTextsOurs(document.body);

/** Starts the app, or shows why it cannot start; what went wrong is not remembered by the next try. */
async function start(): Promise<void> {
  try {
    const begin = (language: Language) => startTexts(language, [...sdkTexts, shellTexts]);
    const profile = await startSession(async (passkey) => {
      await begin(boot.kept?.language ?? firstLanguage(undefined));
      await untilUnlocked(passkey);
    });
    followZone();
    const texts = begin(boot.kept?.language ?? firstLanguage(profile));
    if (isLocked()) {
      await texts;
      await untilUnlocked();
    }
    // Creating the router starts loading the first screen, while the texts are still on their way.
    const router = createShellRouter();
    await texts;
    await firstScreen(router);
    // In small steps: a tap does not wait for the whole first screen.
    startTransition(() =>
      root.render(
        <Provider store={store}>
          <RouterProvider router={notifyLate(withTransitions(router))} />
        </Provider>,
      ),
    );
    coverWhileLocked();
    startAfterFirstScreen(router);
  } catch (thrown) {
    showWhy(thrown);
  }
}

/** How long the document's own skeleton may stand where the first screen's files are still on their way. */
const skeletonMs = 500;

/**
 * Waits for the first screen's files, which mostly have come by now: to draw a waiting page in between would cost a slow phone
 * a twentieth of its start. Where they take longer, that page's navigation leads elsewhere.
 */
function firstScreen(router: ShellRouter): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (router.state.initialized) resolve();
    };
    // It may be called before `subscribe` has answered, and is harmless afterwards: so it is never taken away.
    router.subscribe(look);
    look();
    setTimeout(resolve, skeletonMs);
  });
}

/** A language file that did not come is shown by the document itself, with its fields: no text of ours is there. */
function showWhy(thrown: unknown): void {
  const failure = classify(thrown, { feature: 'shell', release: __TRELLIS_RELEASE__ });
  const { trellisFailed } = globalThis;
  if (failure.kind === 'chunk' && trellisFailed)
    trellisFailed(failure.code, failure.chunkId, failure.type, failure.request);
  else root.render(<BootFailure onRetry={() => void start()} />);
}

keepErrors();
forgetTypedBefore(boot.takenBack);
featureLoads.setDeadline(registry.timeoutMs);
globalThis.trellisWait = (owner, giveUp) => featureLoads.wait(owner, giveUp);
featureLoads.noteRelease('shell', __TRELLIS_RELEASE__);
featureLoads.noteFallbacks(matchLanguage([document.documentElement.lang]), registry.features);
textScale.apply();
theme.apply();
void start();
