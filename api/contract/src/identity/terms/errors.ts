import type { ErrorEntry } from '../../entries.ts';

export const termsErrors = {
  'terms.acceptance_required': { status: 403, title: 'Please agree to the new terms first' },
  'terms.outdated': { status: 409, title: 'The terms have changed. Please read the latest version' },
} as const satisfies Record<string, ErrorEntry>;
