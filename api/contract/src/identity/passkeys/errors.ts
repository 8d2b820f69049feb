import type { ErrorEntry } from '../../entries.ts';

export const passkeyErrors = {
  'passkey.refused': { status: 422, title: 'This passkey couldn’t be used' },
} as const satisfies Record<string, ErrorEntry>;
