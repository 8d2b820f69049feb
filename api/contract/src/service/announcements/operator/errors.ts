import type { ErrorEntry } from '../../../entries.ts';

export const announcementOperatorErrors = {
  'announcement.over': { status: 422, title: 'It would end before it begins, or has ended already' },
  'announcement.gone': { status: 409, title: 'It was never shown, was recalled, or has ended' },
} as const satisfies Record<string, ErrorEntry>;
