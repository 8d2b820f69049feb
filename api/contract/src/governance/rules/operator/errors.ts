import type { ErrorEntry } from '../../../entries.ts';

export const ruleOperatorErrors = {
  'rule.unknown': { status: 422, title: 'There’s no setting with this name' },
  'rate.slip': {
    status: 422,
    title:
      'That is more than ten times the rate in force, or less than a tenth of it. Check the decimal point; a true change goes in steps',
  },
  'rule.past': { status: 422, title: 'It can’t start in the past' },
  'rule.changed': {
    status: 409,
    title: 'Someone else set this meanwhile. Look at what is in force now, and send yours again',
  },
  'rule.taken': { status: 409, title: 'Another one already starts at that time' },
} as const satisfies Record<string, ErrorEntry>;
