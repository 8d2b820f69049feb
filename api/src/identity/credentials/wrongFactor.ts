import type { FieldIssue } from '@trellis/api-contract';

/** A code or a key that proves nothing; which of it was wrong is not said. */
export const wrongFactor = (): FieldIssue => ({ path: 'code', code: 'twofactor.incorrect' });

/** A right code that was used already: it is good once. @param seconds until the authenticator shows the next */
export const usedFactor = (seconds: number): FieldIssue => ({
  path: 'code',
  code: 'twofactor.used',
  params: { seconds },
});
