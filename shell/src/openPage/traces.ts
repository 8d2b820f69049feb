import { traceWith } from '@trellis/shell-sdk/host';

/** So long after a tap, what is called counts as its consequence. */
const tapMs = 5_000;

/** Puts all calls that a tap leads to into one trace, by the header of W3C Trace Context. Any other call is one of its own. */
export function startTraces(): void {
  let tap: { readonly id: string; readonly at: number } | undefined;
  const begin = () => {
    tap = { id: digits(16), at: performance.now() };
  };
  addEventListener('click', begin, { capture: true });
  traceWith(() => {
    const id = tap && performance.now() - tap.at < tapMs ? tap.id : digits(16);
    return `00-${id}-${digits(8)}-01`;
  });
}

const digits = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
