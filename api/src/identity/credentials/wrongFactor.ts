import type { FieldIssue } from '@trellis/api-contract';

/** A code or a key that proves nothing; which of it was wrong is not said. */
export const wrongFactor = (): FieldIssue => ({ path: 'code', code: 'twofactor.incorrect' });

/** A right code that was used already: it is good once. @param seconds until the authenticator shows the next */
export const usedFactor = (seconds: number): FieldIssue => ({
  path: 'code',
  code: 'twofactor.used',
  params: { seconds },
});

/** A code that would be right for a clock that is this many minutes fast, or slow below 0. It is not taken. */
export const clockFactor = (drift: number): FieldIssue => ({
  path: 'code',
  code: drift > 0 ? 'twofactor.clock_fast' : 'twofactor.clock_slow',
  params: { minutes: Math.abs(drift) },
});
