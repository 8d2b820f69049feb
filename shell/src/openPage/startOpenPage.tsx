import type { FeatureName, LiveNow } from '@trellis/api-contract';
import { store } from '@trellis/shell-sdk';
import { featureLoads, pagePaintedMs, readMissedAgain, takeErrors } from '@trellis/shell-sdk/host';
import { boot, registry } from '../boot/document.ts';
import { isBack } from '../offline/backOnline.ts';
import { keepAnswers } from '../offline/keepAnswers.ts';
import { startWorker } from '../offline/pageWorker.ts';
import { ownerOf } from '../router/access.ts';
import type { ShellRouter } from '../router/shellRouter.ts';
import { followMember } from './followMember.tsx';
import { InAppBar } from './InAppBar.tsx';
import { wayOut } from './inAppBrowser.ts';
import { startInstall } from './install.tsx';
import { LoadReporter } from './LoadReporter.ts';
import { removeLeftBehind } from './leftBehind.ts';
import { startLock } from './lock.tsx';
import { afterDismissal, afterNavigation, afterReport, nothingOffered, type Offer, type Releases } from './offer.ts';
import { updateOpenPage } from './openPage.ts';
import { startPush } from './push.tsx';
import { listenToReleases } from './releaseChanges.ts';
import { reportLine } from './reportLine.ts';
import { reportOf, reportOfThrown, reportOfUse } from './reportOf.ts';
import { followUse, type NoteUse } from './screenUse.ts';
import { BackToast, TroubleToast } from './TroubleToast.tsx';
import { ownError } from './thrown.ts';
import { startTraces } from './traces.ts';
import { UpdateBar } from './UpdateBar.tsx';

/** Somebody is logged in, and the page is still theirs and open. */
function isKnown(): boolean {
  const { user, takenBy, locked } = store.getState().session;
  return user !== null && takenBy === undefined && !locked;
}
const isVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Begins what an open page does on the side: reports how its parts loaded, learns of newer releases, and on members'
 * pages of what happens to the member.
 */
export function startOpenPage(router: ShellRouter, shownAfterMs: number): void {
  if (boot.traces) startTraces();
  const screen = () => router.state.matches.at(-1)?.route.path ?? '';
  const reporter = reportLoads(shownAfterMs, screen);
  const noteUse: NoteUse = (...use) => {
    const report = reportOfUse(...use);
    if (report) reporter.add(report);
  };
  reportErrors(reporter, screen, followUse(router, screen, noteUse));
  readMissedAgain();
  if (isBack() && isKnown()) updateOpenPage({ trouble: <BackToast /> });
  offerWayOut();
  const hasWorker = boot.audience === 'member' && boot.worker !== false;
  void removeLeftBehind(hasWorker);
  const mayListen = () => isVisible() && isKnown();
  let heard: ((now: LiveNow) => void) | undefined;
  const checks = [offerReleases(router, mayListen, (now) => heard?.(now))];
  if (boot.audience === 'member') {
    checks.push(followMember(mayListen, isKnown, boot.loaded?.marks));
    startInstall(router, isKnown);
    checks.push(startLock(isKnown));
    if (hasWorker) checks.push(startPush(router, isKnown));
    checks.push(() => {
      // Whoever is nobody yet has nothing to keep.
      if (isKnown()) heard ??= startWorker();
    });
  }
  if (hasWorker) keepAnswers();
  const look = () => {
    for (const each of checks) each();
  };
  look();
  let known = isKnown();
  store.subscribe(() => {
    if (isKnown() === known) return;
    known = isKnown();
    reporter.plan();
    look();
  });
  document.addEventListener('visibilitychange', () => {
    if (!isVisible()) reporter.leave();
    look();
  });
  window.addEventListener('pagehide', () => reporter.leave());
}

function reportLoads(shownAfterMs: number, screen: () => string): LoadReporter {
  const reporter = new LoadReporter(reportLine, isKnown);
  const wellReported = new Set<string>();
  const report = async (note: Parameters<typeof reportOf>[0]) => {
    const made = await reportOf(note, screen());
    // A load is reported once: the further screens of a feature are no loads of it.
    if (!made || (made.outcome === 'ok' && wellReported.has(made.feature))) return;
    if (made.outcome === 'ok') wellReported.add(made.feature);
    reporter.add(made);
  };
  void report({
    feature: 'shell',
    release: __TRELLIS_RELEASE__,
    milliseconds: shownAfterMs,
    firstPaintMs: pagePaintedMs(),
  });
  featureLoads.takeNotes((note) => void report(note));
  return reporter;
}

/** In the browser inside another app, until it is hidden there; where nothing can be stored, for as long as the page is open. */
function offerWayOut(): void {
  const key = 'inAppHint';
  const way = wayOut(navigator.userAgent, window.location.href);
  try {
    if (!way || localStorage.getItem(key) !== null) return;
  } catch {
    // See below.
  }
  const hide = () => {
    updateOpenPage({ hint: undefined });
    try {
      localStorage.setItem(key, 'hidden');
    } catch {
      // Storage can be switched off.
    }
  };
  updateOpenPage({ hint: way && <InAppBar way={way} onDismiss={hide} /> });
}

/** How often a page says so of one place at most: whoever taps again and again is notified once. */
const troubleEveryMs = 60_000;

/**
 * Reports what threw in a screen: the server once for each place, the member in a word, and not of every one.
 * @param threw is called each time
 */
function reportErrors(reporter: LoadReporter, screen: () => string, threw: () => void): void {
  const reported = new Set<string>();
  const saidAt = new Map<string, number>();
  takeErrors((thrown) => {
    const own = ownError(thrown, screen());
    if (!own) return;
    threw();
    const now = performance.now();
    if (now - (saidAt.get(own.place) ?? Number.NEGATIVE_INFINITY) > troubleEveryMs) {
      saidAt.set(own.place, now);
      updateOpenPage({ trouble: <TroubleToast key={now} /> });
    }
    if (reported.has(own.place)) return;
    reported.add(own.place);
    void reportOfThrown(own).then((report) => report && reporter.add(report));
  });
}

/**
 * @param heard is called with what is live
 * @returns to be called whenever the page may have become visible or hidden, or somebody logged in or out
 */
function offerReleases(router: ShellRouter, mayListen: () => boolean, heard: (now: LiveNow) => void): () => void {
  const features = Object.entries(registry.features).map(([name, { release }]) => [name as FeatureName, release]);
  const made: Releases = { ...Object.fromEntries(features), shell: __TRELLIS_RELEASE__ };
  let offer: Offer = nothingOffered;
  let path = router.state.location.pathname;
  let closedPath: string | undefined;

  const dismiss = () => show(afterDismissal(offer, Date.now()));
  const bar = <UpdateBar onDismiss={dismiss} />;
  const show = (next: Offer) => {
    offer = next;
    updateOpenPage({ bar: offer.offered ? bar : undefined, off: offer.off, closedPath });
  };
  router.subscribe(({ location, navigation }) => {
    const { pathname } = navigation.location ?? location;
    // Another search is the same page; a closed place is looked at again whenever somebody goes there.
    if (pathname === path && closedPath === undefined) return;
    path = pathname;
    const owner = ownerOf(pathname);
    closedPath = owner && offer.off.includes(owner) ? pathname : undefined;
    show(afterNavigation(offer, Date.now()));
  });
  return listenToReleases(boot.audience, mayListen, (reported, now) => {
    show(afterReport(offer, reported, made));
    if (now) heard(now);
  });
}
