import type { ErrorEntry } from '../../../entries.ts';

export const operationOperatorErrors = {
  'mail.gone': { status: 409, title: 'Its code or link is not kept. The reader has to ask for another' },
} as const satisfies Record<string, ErrorEntry>;
