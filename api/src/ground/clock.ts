import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The one clock: everything that asks for the time asks here, so that tests and the development page can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that goes on from where it is put. */
export class MovableClock implements Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  advance(milliseconds: number): void {
    this.#offsetMs += milliseconds;
  }
}

const rereadMs = 500;

/**
 * Development's clock: it can be put forward, for what takes days. By how much stands in the data folder, so that a restart
 * goes on from there and the commands alongside it have the same time.
 */
export class DevelopmentClock implements Clock {
  readonly #file: string;
  #offsetMs = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'clock.json');
  }

  now(): Date {
    return new Date(Date.now() + this.aheadMs());
  }

  /** By how much it is ahead of the real time. */
  aheadMs(): number {
    const now = performance.now();
    if (now - this.#readAt < rereadMs) return this.#offsetMs;
    this.#readAt = now;
    this.#offsetMs = Math.max(this.#offsetMs, readOffset(this.#file));
    return this.#offsetMs;
  }

  advance(milliseconds: number): void {
    this.#offsetMs = this.aheadMs() + milliseconds;
    writeFileSync(this.#file, JSON.stringify({ aheadMs: this.#offsetMs }));
  }
}

function readOffset(file: string): number {
  try {
    const { aheadMs } = JSON.parse(readFileSync(file, 'utf8')) as { aheadMs?: unknown };
    return typeof aheadMs === 'number' && Number.isSafeInteger(aheadMs) && aheadMs > 0 ? aheadMs : 0;
  } catch {
    // It was never put forward.
    return 0;
  }
}

/** The clock of a process of the product. */
export const clockOf = (config: { readonly production: boolean; readonly dataDir: string }): Clock =>
  config.production ? systemClock : new DevelopmentClock(config.dataDir);

export const secondsFrom = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

/** A moment that is kept in microseconds, as Postgres has them, where it is no column of its own. */
export const microsText = (micros: number): string => new Date(micros / 1000).toISOString();
