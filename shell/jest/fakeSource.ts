import { afterEach, beforeEach, jest } from '@jest/globals';

/** The part of the browser's event source that is used; jsdom has none. */
export class FakeSource {
  static readonly opened: FakeSource[] = [];
  onerror: (() => void) | null = null;
  closed = false;
  readonly address: string;
  readonly #listeners = new Map<string, (event: { data: string }) => void>();

  constructor(address: string) {
    this.address = address;
    FakeSource.opened.push(this);
  }

  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(name, listener);
  }

  close(): void {
    this.closed = true;
  }

  /** As if the server had sent it. */
  send(name: string, data: string): void {
    this.#listeners.get(name)?.({ data });
  }
}

/** Each test of this file has timers to move, and sources of its own. */
export function useFakeSources(): void {
  beforeEach(() => {
    jest.useFakeTimers();
    FakeSource.opened.length = 0;
    Object.defineProperty(globalThis, 'EventSource', { value: FakeSource, configurable: true });
  });
  afterEach(() => void jest.useRealTimers());
}
