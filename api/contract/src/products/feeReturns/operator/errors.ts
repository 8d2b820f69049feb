import type { ErrorEntry } from '../../../entries.ts';

export const feeReturnOperatorErrors = {
  'fee.none': { status: 404, title: 'This record has no fee to return: none was charged, or all of it was returned' },
  'fee.returned': { status: 409, title: 'This fee was returned already' },
} as const satisfies Record<string, ErrorEntry>;
