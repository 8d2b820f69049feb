import type { ErrorEntry } from '../../../entries.ts';

export const supportOperatorErrors = {
  'suspension.already': { status: 409, title: 'This member is suspended already' },
  'suspension.none': { status: 409, title: 'This member is not suspended' },
  'factor_reset.not_bound': { status: 409, title: 'This member has not set up Google Authenticator' },
  'factor_reset.open_already': {
    status: 409,
    title: 'Removal of Google Authenticator is already under way for this member',
  },
} as const satisfies Record<string, ErrorEntry>;
