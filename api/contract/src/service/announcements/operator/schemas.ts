import { z } from 'zod';
import { featuresOf } from '../../../features.ts';
import { country, opaqueId, time } from '../../../schemas/fields.ts';
import { freshCode, reason } from '../../../schemas/operatorFields.ts';
import { announcementTexts } from '../schemas.ts';

const feature = z.enum(featuresOf('member').map(({ name }) => name)).meta({
  description: 'members who use it: who has opened it within the last 90 days, whether or not it loaded',
});

/** Whom an announcement is for: who fits both; without either, everybody. */
const audience = { country: country.optional(), feature: feature.optional() };

const announcement = z.strictObject({
  id: opaqueId,
  texts: announcementTexts,
  /** `null`: wherever they live. */
  country: z.string().nullable(),
  /** `null`: whatever they use. */
  feature: feature.nullable(),
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

/** What members are shown: all of them, those of one country, those who use a feature. */
export const announcementOperatorSchemas = {
  listMemberAnnouncements: {
    summary: 'Announcements to members, latest first, and where they stand',
    response: z.strictObject({ announcements: z.array(announcement) }),
  },
  countAudience: {
    summary: 'How many members an announcement would reach',
    query: z.strictObject(audience),
    response: z.strictObject({ members: z.int() }),
  },
  askAnnouncement: {
    summary:
      'Ask for an announcement to members, of one country or who use a feature if it says so, which another approves',
    body: z.strictObject({
      texts: announcementTexts,
      ...audience,
      from: time,
      until: time,
      reason,
      code: freshCode,
    }),
    response: announcement,
  },
  recallAnnouncement: {
    summary: 'Take an announcement back: nobody sees it any more',
    params: ofOne,
    body: z.strictObject({ reason, code: freshCode }),
    response: announcement,
  },
};
