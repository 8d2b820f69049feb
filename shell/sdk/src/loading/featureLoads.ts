import type { FallbackWords, FeatureRelease, Language } from '@trellis/api-contract';
import { classify, FeatureLoadFault } from './featureLoadError.ts';
import type { LoadNote } from './loadNote.ts';

/** How a script or stylesheet that is waited for is given up. */
type GiveUp = (why: 'timeout' | 'error') => void;

declare global {
  /** The chunk loaders of every build call it: they are other programs than this one, and cannot import it. */
  var trellisWait: ((owner: string, giveUp: GiveUp) => void) | undefined;
}

/** A feature or the shell, and which release of it is on the page. */
interface LoadOwner {
  readonly feature: string;
  readonly release: string;
}

type Fallbacks = Readonly<Record<string, Pick<FeatureRelease, 'fallback'> | undefined>>;

/** More than a page loads; a page that fails over and over has said enough with them. */
const mostNotes = 100;

/**
 * What the page knows of the loading of its features, and of the shell's own parts: which release each one is, what is
 * on its way and for how long still, and how each load went.
 *
 * One deadline covers all that one visit to a feature has to load: entry, chunks, texts and styles together.
 */
export class FeatureLoads {
  #limitMs = 120_000;
  readonly #startedAt = new Map<string, number>();
  readonly #awaited = new Set<GiveUp>();
  /** How often the member did not want to wait any longer. */
  #restarts = 0;
  readonly #failedAt = new Map<string, number>();
  readonly #releases = new Map<string, string>();
  #fallbacks: { readonly language: Language; readonly features: Fallbacks } | undefined;
  readonly #notes: LoadNote[] = [];
  #take: ((note: LoadNote) => void) | undefined;

  /** Sets the deadline of every load that begins from now on. */
  setDeadline(milliseconds: number): void {
    this.#limitMs = milliseconds;
  }

  /** The whole deadline, for the sentence that says how long we waited. */
  get limitSeconds(): number {
    return Math.round(this.#limitMs / 1_000);
  }

  /** What the running load of `owner` has left; the whole deadline when none runs. */
  millisecondsLeft(owner: string): number {
    const started = this.#startedAt.get(owner);
    return started === undefined ? this.#limitMs : Math.max(0, started + this.#limitMs - performance.now());
  }

  /** Begins a load of `owner` (a feature or the shell), unless one is running and still in time. */
  begin(owner: string): void {
    if (this.millisecondsLeft(owner) === 0 || !this.#startedAt.has(owner))
      this.#startedAt.set(owner, performance.now());
  }

  /** Ends a load, well or badly: the next one has the whole deadline again. @returns its milliseconds, 0 if none ran */
  end(owner: string): number {
    const now = performance.now();
    const started = this.#startedAt.get(owner) ?? now;
    this.#startedAt.delete(owner);
    return now - started;
  }

  /** Gives a file up when its owner's time is over, or when the member does; giving up what has come does nothing. */
  wait(owner: string, giveUp: GiveUp): void {
    this.#awaited.add(giveUp);
    setTimeout(() => {
      this.#awaited.delete(giveUp);
      giveUp('timeout');
    }, this.millisecondsLeft(owner));
  }

  /**
   * The member does not want to wait any longer for what is on its way: every script and stylesheet that is being
   * waited for counts as failed, and each load that needed one begins again, under other addresses.
   */
  restart(): void {
    this.#restarts += 1;
    for (const giveUp of this.#awaited) giveUp('error');
    this.#awaited.clear();
  }

  /**
   * Runs a load under its owner's deadline and notes how it failed. The deadline goes on when it succeeds: `end` ends
   * it. Rejects with a `FeatureLoadFault`.
   */
  async attempt<Result>(owner: LoadOwner, load: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const before = this.#restarts;
      this.begin(owner.feature);
      try {
        return await load();
      } catch (thrown) {
        const failure = classify(thrown, owner);
        const givenUp = this.#restarts !== before;
        this.note({ ...owner, milliseconds: this.end(owner.feature), failure, givenUp });
        if (!givenUp) throw new FeatureLoadFault(failure);
      }
    }
  }

  /**
   * The same for a part that comes alongside: it neither begins a load of its owner nor ends one that runs. Each of its files
   * has what that load has left, or the whole deadline. Rejects with a `FeatureLoadFault`.
   */
  async attemptPart<Result>(owner: LoadOwner, load: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const [before, startedAt] = [this.#restarts, performance.now()];
      try {
        return await load();
      } catch (thrown) {
        const failure = classify(thrown, owner);
        const givenUp = this.#restarts !== before;
        this.note({ ...owner, milliseconds: performance.now() - startedAt, failure, givenUp });
        if (!givenUp) throw new FeatureLoadFault(failure);
      }
    }
  }

  /** An address to ask for a file at: another one after each failure, because a browser joins the same one to a request that still hangs. */
  addressOf(file: string): string {
    const failed = this.#failedAt.get(file) ?? 0;
    return failed === 0 ? file : `${file}?r=${failed}`;
  }

  noteFailedFile(file: string): void {
    this.#failedAt.set(file, (this.#failedAt.get(file) ?? 0) + 1);
  }

  /** Reports which release of a feature (or of the shell) is on this page, for failure reports. */
  noteRelease(owner: string, release: string): void {
    this.#releases.set(owner, release);
  }

  releaseOf(owner: string): string {
    return this.#releases.get(owner) ?? '';
  }

  /** Keeps what the features' own cards say; the document has them in its language only. */
  noteFallbacks(language: Language, features: Fallbacks): void {
    this.#fallbacks = { language, features };
  }

  /** A feature's own words for when it does not show; `undefined` when it has none in this language. */
  fallbackOf(owner: string, language: Language): FallbackWords | undefined {
    return this.#fallbacks?.language === language ? this.#fallbacks.features[owner]?.fallback : undefined;
  }

  /** Notes a load for the health of its release. Costs a push: what is made of it comes later. */
  note(note: LoadNote): void {
    if (this.#take) this.#take(note);
    else if (this.#notes.length < mostNotes) this.#notes.push(note);
  }

  /** Hands over all that was noted so far, and all that will be. */
  takeNotes(taker: (note: LoadNote) => void): void {
    this.#take = taker;
    for (const note of this.#notes.splice(0)) taker(note);
  }
}

/** The page's. */
export const featureLoads = new FeatureLoads();
