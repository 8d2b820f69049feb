import type { ErrorEntry } from '../../../entries.ts';

export const directoryOperatorErrors = {
  'operator.self': { status: 403, title: 'This is about yourself. Someone else has to decide' },
  'operator.taken': { status: 409, title: 'An operator of this name already exists' },
  'operator.roles_apart': {
    status: 422,
    title:
      'One person can’t have these roles together: an admin doesn’t review, pay or change releases, and a reviewer doesn’t pay',
  },
  'operator.last_two': {
    status: 409,
    title: 'They are one of the last two with this role. Give it to someone else first',
  },
  'operator.suspended': { status: 409, title: 'This operator is suspended' },
  'operator.not_suspended': { status: 409, title: 'This operator isn’t suspended' },
  'operator.changed': { status: 409, title: 'They have changed since the request was made. Request it again' },
  'operator.same_roles': { status: 409, title: 'These are their roles already' },
} as const satisfies Record<string, ErrorEntry>;
