import type { ErrorEntry } from '../../../entries.ts';

export const approvalOperatorErrors = {
  'approval.second_person': { status: 403, title: 'Someone else has to do this' },
  'approval.own_account': { status: 403, title: 'This is about a member account of yours. Someone else has to decide' },
  'approval.new_role': {
    status: 403,
    title: 'Two admins gave you this role less than a day ago. Until then someone else has to approve',
  },
  'approval.closed': { status: 409, title: 'This was decided before, has ended, or has waited too long' },
} as const satisfies Record<string, ErrorEntry>;
