import type { InputOf, OutputOf } from '@trellis/api-contract';
import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about what members are told. */
export const noticesApi = injectContract(operatorContract, [
  'listMemberAnnouncements',
  'countAudience',
  'askAnnouncement',
  'recallAnnouncement',
]);

export type Announcement = OutputOf<'operator', 'listMemberAnnouncements'>['announcements'][number];
export type AnnouncementTexts = InputOf<'operator', 'askAnnouncement'>['texts'];
