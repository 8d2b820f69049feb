import { z } from 'zod';
import { noticeKinds } from '../../entries.ts';
import { type NoticeTemplate, noticeTemplates } from '../../notices/noticeTemplates.ts';
import { opaqueId, pageLimit, time } from '../../schemas/fields.ts';

const templates = Object.keys(noticeTemplates) as [NoticeTemplate, ...NoticeTemplate[]];

const notice = z
  .strictObject({
    id: opaqueId,
    kind: z.enum(noticeKinds),
    template: z.enum(templates),
    /** What the template's text names. */
    params: z.record(z.string(), z.string()),
    /** A path of the product, to what the notice is about. */
    link: z.string().nullable(),
    at: time,
    read: z.boolean(),
  })
  .meta({ id: 'Notice' });

const unread = z.strictObject({
  /** At most 100, which stands for that many or more. */
  unread: z.int().min(0).max(100),
});

export const noticeSchemas = {
  listNotices: {
    summary: 'My notices, newest first',
    query: z.strictObject({
      kind: z.enum(noticeKinds).optional(),
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({ notices: z.array(notice), next: opaqueId.nullable() }),
  },
  countUnreadNotices: { summary: 'How many of my notices are unread', response: unread },
  getNotice: { summary: 'One notice of mine', params: z.strictObject({ id: opaqueId }), response: notice },
  readNotice: { summary: 'Mark a notice as read', params: z.strictObject({ id: opaqueId }), response: unread },
  readNotices: {
    summary: 'Mark every notice up to one as read',
    /** The newest that the member has seen: what arrived since stays unread. */
    body: z.strictObject({ upTo: opaqueId }),
    response: unread,
  },
};
