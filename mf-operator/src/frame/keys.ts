/** What a key asks for. */
export type KeyWish =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'row'; readonly by: 1 | -1 }
  | { readonly kind: 'filter' }
  | { readonly kind: 'news' }
  | { readonly kind: 'find' }
  /** Presses what names this letter as its own: `A` is approve wherever somebody can. */
  | { readonly kind: 'press'; readonly letter: string }
  | { readonly kind: 'help' };

/** After `g`, where a letter leads. */
export const placeKeys: Readonly<Record<string, string>> = {
  o: '/',
  w: '/withdrawals',
  d: '/deposits',
  s: '/solvency',
  m: '/members',
  i: '/inquiries',
  a: '/approvals',
  j: '/adjustments',
  t: '/rates',
  u: '/rules',
  n: '/notices',
  r: '/releases',
  x: '/incident',
  p: '/operators',
  l: '/audit',
};

/** So long a `g` waits for its letter. */
const waitMs = 1_500;

/** Reports what keys ask for, one after another: `g` and a letter lead to a place. */
export class KeyReader {
  #wentAt = Number.NEGATIVE_INFINITY;

  /** @param at milliseconds of any clock @returns `undefined` for a key that asks for nothing here */
  read(key: string, at: number): KeyWish | undefined {
    const isSecond = at - this.#wentAt < waitMs;
    this.#wentAt = Number.NEGATIVE_INFINITY;
    const letter = key.toLowerCase();
    if (isSecond) {
      const to = placeKeys[letter];
      return to === undefined ? undefined : { kind: 'go', to };
    }
    switch (letter) {
      case 'g':
        this.#wentAt = at;
        return undefined;
      case '/':
        return { kind: 'find' };
      case '?':
        return { kind: 'help' };
      case 'j':
        return { kind: 'row', by: 1 };
      case 'k':
        return { kind: 'row', by: -1 };
      case 'f':
        return { kind: 'filter' };
      case 'r':
        return { kind: 'news' };
      case 'a':
      case 'x':
      case 'u':
      case 'n':
      case '1':
      case '2':
      case '3':
        return { kind: 'press', letter: letter.toUpperCase() };
      default:
        return undefined;
    }
  }
}
