import type { NoticeEntry } from '../../entries.ts';

export const inquiryNotices = {
  inquiryAnswered: { kind: 'system', params: {} },
} as const satisfies Record<string, NoticeEntry>;
