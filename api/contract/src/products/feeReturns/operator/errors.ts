import type { ErrorEntry } from '../../../entries.ts';

export const feeReturnOperatorErrors = {
  'fee.none': { status: 404, title: 'There is no fee of this record to return: it cost none, or all of it came back' },
  'fee.returned': { status: 409, title: 'This fee was returned already' },
} as const satisfies Record<string, ErrorEntry>;
