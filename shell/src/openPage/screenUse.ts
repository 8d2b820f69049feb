import { type EndpointName, endpoints, type ScreenUse } from '@trellis/api-contract';
import { store } from '@trellis/shell-sdk';
import { featureLoads } from '@trellis/shell-sdk/host';
import { ownerOf } from '../router/access.ts';
import type { ShellRouter } from '../router/shellRouter.ts';

/** Something comes of a press sooner, if at all: a phone that is busy runs its timers late as well. */
const answerMs = 5_000;
/** What one page reports at most of this, so that its failures are still heard. */
const mostReports = 60;

/** What was done on a screen, and whose screen it is. */
export type NoteUse = (feature: string, release: string, screen: string, use: ScreenUse) => void;

/**
 * Follows what people manage to do: that they begin something on a screen, that a call of theirs which changes something is
 * answered well, and that nothing comes of a button that they pressed. Each once a screen, of the feature whose screen it is and of
 * the shell, which runs there too. Nothing of what is typed or pressed is looked at.
 * @param screen path of the screen as it stands among the routes
 * @returns to be called where something of ours threw
 */
export function followUse(router: ShellRouter, screen: () => string, note: NoteUse): () => void {
  const noted = new Set<string>();
  const say = (use: ScreenUse, at = here()) => {
    // An address without a page is no screen of anybody's.
    if (!at.screen.startsWith('/')) return;
    for (const [feature, release] of at.owners) {
      const name = `${feature} ${at.screen} ${use}`;
      if (noted.size === mostReports || noted.has(name)) continue;
      noted.add(name);
      note(feature, release, at.screen, use);
    }
  };
  const here = () => {
    const owner = ownerOf(router.state.location.pathname);
    const owners: (readonly [string, string])[] = [['shell', __TRELLIS_RELEASE__]];
    if (owner) owners.push([owner, featureLoads.releaseOf(owner)]);
    return { screen: screen(), owners };
  };
  let pending: Press | undefined;
  document.addEventListener(
    'click',
    (event) => {
      const button = event.isTrusted && event.target instanceof Element ? event.target.closest(actButtons) : null;
      if (!button) return;
      say('begun');
      const at = here();
      // Another press is an answer to nothing: whoever presses again and again waits from the first.
      pending ??= new Press(button, router, (isDead) => {
        pending = undefined;
        if (isDead) say('dead', at);
      });
    },
    true,
  );
  document.addEventListener('input', ({ isTrusted }) => isTrusted && say('begun'), true);
  followDone(() => say('done'));
  onShare(() => pending?.end(false));
  return () => pending?.end(true);
}

/** Buttons that name an act (the kit marks them), and may be pressed. */
const actButtons = 'button[data-act]:not([aria-disabled=true])';

/** The browser's own sheet comes over the page without a word to it. */
function onShare(shared: () => void): void {
  const share = navigator.share?.bind(navigator);
  if (!share) return;
  navigator.share = (data) => {
    shared();
    return share(data);
  };
}

/** Calls `done` for each call that changed something for good. */
function followDone(done: () => void): void {
  const counted = new Set<string>();
  let last: object | undefined;
  store.subscribe(() => {
    const { mutations } = store.getState().api;
    if (mutations === last) return;
    last = mutations;
    for (const id in mutations) {
      const mutation = mutations[id];
      if (mutation?.status !== 'fulfilled' || counted.has(id)) continue;
      counted.add(id);
      if (changes(mutation.endpointName)) done();
    }
  });
}

/** Whether an answer means more than that a code is on its way. The operators' calls are not known here: all of them do. */
const changes = (name: string): boolean =>
  !Object.hasOwn(endpoints, name) ||
  (endpoints[name as EndpointName] as { tags?: readonly string[] }).tags !== undefined;

/** What is wrong with a field stands there already, and the focus may have stayed in it: a phone leaves it there at a press. */
const hasSaidWhy = (): boolean => document.querySelector('[aria-invalid=true]') !== null;

/** What happens where no page changes: the browser shows something of its own, leaves, prints, or moves the focus. */
const windowEvents = ['blur', 'pagehide', 'beforeprint', 'focusin', 'toggle', 'copy'] as const;

/** One press, until something comes of it, or nothing did. */
class Press {
  readonly #button: Element;
  readonly #router: ShellRouter;
  readonly #ended: (isDead: boolean) => void;
  readonly #pressedAt = Date.now();
  readonly #location: object;
  readonly #observer = new MutationObserver(
    (records) => records.some((each) => this.#isAnswer(each)) && this.end(false),
  );
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #answered = () => this.end(false);

  constructor(button: Element, router: ShellRouter, ended: (isDead: boolean) => void) {
    this.#button = button;
    this.#router = router;
    this.#ended = ended;
    this.#location = router.state.location;
    const subtree = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#observer.observe(document.documentElement, subtree);
    for (const name of windowEvents) window.addEventListener(name, this.#answered, true);
    document.addEventListener('visibilitychange', this.#answered);
    this.#timer = setTimeout(() => this.end(!this.#isOnItsWay() && !hasSaidWhy()), answerMs);
  }

  end(isDead: boolean): void {
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    for (const name of windowEvents) window.removeEventListener(name, this.#answered, true);
    document.removeEventListener('visibilitychange', this.#answered);
    this.#ended(isDead);
  }

  /**
   * Clocks run by themselves: a text that changes elsewhere is no answer, nor what happens in a timer; and React writes these
   * attributes of a field whenever it is drawn again.
   */
  #isAnswer({ type, attributeName, target }: MutationRecord): boolean {
    if (type === 'characterData') return this.#button.contains(target);
    return attributeName !== 'name' && attributeName !== 'type' && !(target as Element).closest('[role=timer]');
  }

  /** A navigation that still loads, or a request. */
  #isOnItsWay(): boolean {
    const { navigation, location } = this.#router.state;
    if (navigation.state !== 'idle' || location !== this.#location) return true;
    const { mutations, queries } = store.getState().api;
    return [...Object.values(mutations), ...Object.values(queries)].some(
      (each) => (each?.startedTimeStamp ?? 0) >= this.#pressedAt,
    );
  }
}
