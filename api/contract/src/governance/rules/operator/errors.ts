import type { ErrorEntry } from '../../../entries.ts';

export const ruleOperatorErrors = {
  'rule.unknown': { status: 422, title: 'There is nothing of this name to set' },
  'rate.slip': {
    status: 422,
    title: 'More than ten times the rate in force, or less than a tenth of it, is a slip. A true change goes in steps',
  },
  'rule.past': { status: 422, title: 'It can only begin now or later' },
  'rule.changed': { status: 409, title: 'Another is in force by now. Please look at it and set yours again' },
  'rule.taken': { status: 409, title: 'Another begins at this very moment' },
} as const satisfies Record<string, ErrorEntry>;
