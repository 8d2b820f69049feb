import { z } from 'zod';
import { announcementTexts } from '../announcements.ts';
import { country, opaqueId, time } from '../fields.ts';
import { freshCode, reason } from './fields.ts';

const announcement = z.strictObject({
  id: opaqueId,
  texts: announcementTexts,
  /** `null`: to everybody. */
  country: z.string().nullable(),
  from: time,
  until: time,
  requestedBy: z.string(),
  reason: z.string(),
  approvedBy: z.string().nullable(),
  recalledBy: z.string().nullable(),
  /** ended: nobody approved it. */
  state: z.enum(['waiting', 'ended', 'coming', 'running', 'over', 'recalled']),
});
const ofOne = z.strictObject({ id: opaqueId });

/** What all members, or those of one country, are told. */
export const announcementOperatorSchemas = {
  listMemberAnnouncements: {
    summary: 'Announcements to members, latest first, and where they stand',
    response: z.strictObject({ announcements: z.array(announcement) }),
  },
  countAudience: {
    summary: 'How many members an announcement would reach',
    query: z.strictObject({ country: country.optional() }),
    response: z.strictObject({ members: z.int() }),
  },
  askAnnouncement: {
    summary: 'Ask for an announcement to all members, or to those of one country, which another operator approves',
    body: z.strictObject({
      texts: announcementTexts,
      country: country.optional(),
      from: time,
      until: time,
      reason,
      code: freshCode,
    }),
    response: announcement,
  },
  approveAnnouncement: {
    summary: 'Say yes, as the second person, to an announcement: members see it while it runs',
    params: ofOne,
    body: z.strictObject({ reason, code: freshCode }),
    response: announcement,
  },
  recallAnnouncement: {
    summary: 'Take an announcement back: nobody sees it any more',
    params: ofOne,
    body: z.strictObject({ reason }),
    response: announcement,
  },
};
