import type { Step } from '@trellis/kit';

/** A term as three equal steps: which are behind, and how much of the one that runs has passed. */
export function thirdsOf(
  passedDays: number,
  termDays: number,
): { readonly states: readonly Step['state'][]; readonly passed: number } {
  const thirds = termDays > 0 ? (passedDays / termDays) * 3 : 0;
  const current = Math.floor(thirds);
  return {
    states: [0, 1, 2].map((index) => (index < current ? 'done' : index === current ? 'next' : 'open')),
    passed: thirds - current,
  };
}
