import type { ErrorEntry } from '../errors.ts';

/** Refusals that only an operator meets; beside these their endpoints use the members' catalogue. */
export const opsErrorCatalogue = {
  'release.refused': { status: 409, title: '{reason}' },
  'release.second_person': { status: 403, title: 'Somebody else has to approve this' },
  'release.approval_closed': { status: 409, title: 'This was approved before, or has waited for too long' },
} as const satisfies Record<string, ErrorEntry>;

export type OpsErrorCode = keyof typeof opsErrorCatalogue;
