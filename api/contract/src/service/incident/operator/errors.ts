import type { ErrorEntry } from '../../../entries.ts';

export const incidentOperatorErrors = {
  'freeze.none': { status: 409, title: 'Payouts are not frozen' },
  'freeze.findings_changed': { status: 409, title: 'The findings are not those that were shown: look at them again' },
  'freeze.not_green': { status: 409, title: 'The books have to be checked, and green, since payouts were frozen' },
} as const satisfies Record<string, ErrorEntry>;
