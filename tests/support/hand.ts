import type { Locator } from '@playwright/test';

/**
 * A member's hand that is counted: a tap is one press on something that acts, a field is one entry, typed, pasted or filled
 * in by the phone. Looking, scrolling and waiting cost nothing.
 */
export class Hand {
  #taps = 0;
  #fields = 0;

  get taps(): number {
    return this.#taps;
  }

  get fields(): number {
    return this.#fields;
  }

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.#taps += 1;
  }

  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.#fields += 1;
  }

  /** The strictest count, too: as if each field had to be tapped before it is filled. */
  toString(): string {
    const { taps, fields } = this;
    return `${taps} taps and ${fields} fields (${taps + fields} taps if each field costs one more)`;
  }
}
