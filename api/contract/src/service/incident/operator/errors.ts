import type { ErrorEntry } from '../../../entries.ts';

export const incidentOperatorErrors = {
  'freeze.none': { status: 409, title: 'Payouts are not frozen' },
  'freeze.findings_changed': {
    status: 409,
    title: 'What was found has changed, or wasn’t shown. Look at it on the incident page',
  },
  'freeze.not_green': { status: 409, title: 'The books must first pass a check made since payouts were frozen' },
} as const satisfies Record<string, ErrorEntry>;
