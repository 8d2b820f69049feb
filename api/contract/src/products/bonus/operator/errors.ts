import type { ErrorEntry } from '../../../entries.ts';

export const bonusOperatorErrors = {
  'bonus.already_held': { status: 409, title: 'This is already on hold' },
} as const satisfies Record<string, ErrorEntry>;
