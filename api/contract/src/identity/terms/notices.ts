import type { NoticeEntry } from '../../entries.ts';

export const termsNotices = {
  termsChanged: { kind: 'system', params: {} },
} as const satisfies Record<string, NoticeEntry>;
