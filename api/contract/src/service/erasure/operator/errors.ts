import type { ErrorEntry } from '../../../entries.ts';

export const erasureOperatorErrors = {
  'erasure.withdrawal': { status: 409, title: 'This member has an open withdrawal. It must end first' },
  'erasure.deposit': { status: 409, title: 'A deposit of this member is not credited yet. Release or return it first' },
  'erasure.package': { status: 409, title: 'This member has a running package. It must end first' },
  'erasure.stake': { status: 409, title: 'This member has a running stake. It must end first' },
  'erasure.bonus': { status: 409, title: 'A team bonus of this member is not paid yet' },
  'erasure.balance': { status: 409, title: 'This member still has a balance or held money. It must be paid out first' },
  'erasure.done': { status: 409, title: 'This member was erased already' },
} as const satisfies Record<string, ErrorEntry>;
