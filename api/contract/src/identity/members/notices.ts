import type { NoticeEntry } from '../../entries.ts';

export const memberNotices = {
  suspended: { kind: 'system', params: { reason: 'suspensionCause' } },
  restored: { kind: 'system', params: {} },
} as const satisfies Record<string, NoticeEntry>;
