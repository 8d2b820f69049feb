import { isNativeError } from 'node:util/types';

/**
 * A start, a command or a step with a release that cannot go on, reported in one plain sentence that says what to do. It is
 * shown to whoever runs the product, without a stack trace; members never see one.
 */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

const advice: Record<string, (subject: string) => string> = {
  ENOSPC: (subject) => `The disk is full: free some space for ${subject}, then start again.`,
  EDQUOT: (subject) => `The disk quota is used up: free some space for ${subject}, then start again.`,
  EACCES: (subject) =>
    `No permission to write in ${subject}: start as its owner, or choose another folder with DATA_DIR.`,
  EPERM: (subject) =>
    `No permission to write in ${subject}: start as its owner, or choose another folder with DATA_DIR.`,
  EROFS: (subject) => `The folder ${subject} is read-only: choose another one with DATA_DIR.`,
  EADDRINUSE: (subject) => `${subject} is in use: choose another one, as in PORT=3001 npm start.`,
};

/** Turns a failed system call into a sentence; anything else is passed on as it is. */
export function explainSystemError(error: unknown, subject: string): unknown {
  const code = isNativeError(error) && 'code' in error ? String(error.code) : '';
  const explain = advice[code];
  return explain ? new ExplainedError(explain(subject), { cause: error }) : error;
}
