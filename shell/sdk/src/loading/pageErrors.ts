/** Enough to report what is wrong with a page, before anybody asks. */
const mostRetained = 10;

let taker: ((thrown: unknown) => void) | undefined;
const retained: unknown[] = [];

/** Keeps what nobody catches, from now on: in a handler, a promise, a timer. What was thrown while drawing has its card. */
export function keepErrors(): void {
  const keep = (thrown: unknown) => {
    if (taker) taker(thrown);
    else if (retained.length < mostRetained) retained.push(thrown);
  };
  window.addEventListener('error', ({ error }) => keep(error));
  window.addEventListener('unhandledrejection', ({ reason }) => keep(reason));
}

/** Hands over all that was kept so far, and all that will be. */
export function takeErrors(take: (thrown: unknown) => void): void {
  taker = take;
  for (const thrown of retained.splice(0)) take(thrown);
}
