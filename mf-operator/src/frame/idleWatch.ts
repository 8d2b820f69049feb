import { operatorIdleSeconds } from '@trellis/api-contract/operator';

/** When a session ends, in milliseconds from now. */
export interface SessionLeft {
  /** Without another call that somebody makes. */
  readonly idleMs: number;
  /** In any case. */
  readonly wholeMs: number;
}

/** What the reader is warned of. */
export interface EndWarning {
  /** Begun ones count as whole. */
  readonly minutes: number;
  /** It ends whatever is done: only a new log-in goes on. */
  readonly final: boolean;
}

interface IdleWatchParts {
  /** When somebody last made a call on this page, in milliseconds of the device. */
  readonly lastUseAt: () => number;
  /** One call that prolongs nothing: `null` when nobody is logged in any more, `undefined` without an answer. */
  readonly ask: () => Promise<SessionLeft | null | undefined>;
}

const warnMs = 2 * 60_000;
/** The server writes a use down at most every 15 seconds, so that a session may end so much before the page thinks. */
const slackMs = 20_000;
const minuteMs = 60_000;

/**
 * Warns before a session ends. It sleeps by what the page itself did last, and asks once before it says anything, because
 * another tab may have prolonged the session; it never asks at intervals.
 */
export class IdleWatch {
  readonly #parts: IdleWatchParts;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #warning: EndWarning | undefined;
  #watching = false;
  /** When the session ends in any case; unknown until it was asked for once. */
  #wholeEndAt: number | undefined;

  constructor(parts: IdleWatchParts) {
    this.#parts = parts;
  }

  /** Begins for whoever is logged in now; again, it changes nothing. */
  begin(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#wholeEndAt = undefined;
    this.#sleep(this.#ownNextLook());
  }

  /** Somebody made a call: what was said of silence is over. */
  used(): void {
    if (!this.#watching || this.#warning === undefined || this.#warning.final) return;
    this.#say(undefined);
    this.#sleep(this.#ownNextLook());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  warning = (): EndWarning | undefined => this.#warning;

  #ownNextLook(): number {
    const idleEndAt = this.#parts.lastUseAt() + operatorIdleSeconds * 1_000;
    return Math.min(idleEndAt - slackMs, this.#wholeEndAt ?? Number.POSITIVE_INFINITY) - warnMs;
  }

  #sleep(until: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, until - Date.now()));
  }

  async #look(): Promise<void> {
    const next = this.#ownNextLook();
    // Used meanwhile. Its end in any case is asked for once all the same.
    if (this.#warning === undefined && this.#wholeEndAt !== undefined && next > Date.now()) {
      this.#sleep(next);
      return;
    }
    const usedAt = this.#parts.lastUseAt();
    const left = await this.#parts.ask();
    const now = Date.now();
    if (left === null) {
      this.#watching = false;
      clearTimeout(this.#timer);
      this.#say(undefined);
      return;
    }
    // Without an answer it goes by what the page knows itself.
    const idleEndAt = left ? now + left.idleMs : this.#parts.lastUseAt() + operatorIdleSeconds * 1_000;
    if (left) this.#wholeEndAt = now + left.wholeMs;
    if (this.#parts.lastUseAt() !== usedAt) {
      this.#say(undefined);
      this.#sleep(this.#ownNextLook());
      return;
    }
    const wholeEndAt = this.#wholeEndAt ?? Number.POSITIVE_INFINITY;
    this.#warnOf(Math.min(idleEndAt, wholeEndAt), wholeEndAt <= idleEndAt);
  }

  /** Says it from two minutes on, again with each minute, and looks when it is over. */
  #warnOf(at: number, final: boolean): void {
    const left = at - Date.now();
    if (left > warnMs || left <= 0) {
      this.#say(undefined);
      // Over, and the server does not answer: whoever calls next learns it.
      if (left <= 0) this.#watching = false;
      else this.#sleep(at - warnMs);
      return;
    }
    const minutes = Math.ceil(left / minuteMs);
    this.#say({ minutes, final });
    clearTimeout(this.#timer);
    const rest = left - (minutes - 1) * minuteMs;
    this.#timer = setTimeout(() => (minutes > 1 ? this.#warnOf(at, final) : void this.#look()), rest + 1);
  }

  #say(warning: EndWarning | undefined): void {
    if (warning === this.#warning) return;
    this.#warning = warning;
    for (const listener of this.#listeners) listener();
  }
}
