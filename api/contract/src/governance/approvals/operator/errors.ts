import type { ErrorEntry } from '../../../entries.ts';

export const approvalOperatorErrors = {
  'approval.second_person': { status: 403, title: 'Someone else has to do this' },
  'approval.own_account': { status: 403, title: 'This is about a member account of yours. Someone else has to decide' },
  'approval.closed': { status: 409, title: 'This was decided before, has ended, or has waited too long' },
} as const satisfies Record<string, ErrorEntry>;
