import type { ErrorEntry } from '../../entries.ts';

export const pushErrors = {
  /** Not a push service that is known, a key that is none of ours any more, or a browser that keeps no cookie to know it by. */
  'push.unavailable': { status: 422, title: 'Notifications can’t be turned on in this browser' },
} as const satisfies Record<string, ErrorEntry>;
