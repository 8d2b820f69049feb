import { memberNotices } from '../identity/members/notices.ts';
import { securityNotices } from '../identity/security/notices.ts';
import { termsNotices } from '../identity/terms/notices.ts';
import { bonusNotices } from '../products/bonus/notices.ts';
import { depositNotices } from '../products/deposits/notices.ts';
import { packageNotices } from '../products/packages/notices.ts';
import { stakeNotices } from '../products/stakes/notices.ts';
import { transferNotices } from '../products/transfers/notices.ts';
import { withdrawalNotices } from '../products/withdrawals/notices.ts';
import { inquiryNotices } from '../service/inquiries/notices.ts';

/**
 * Every notice there is, with what its text names. Only template and parameters are stored; the texts lie alongside, in a
 * folder of each product's, as `notify.<template>.title` and `.text` in four languages, and the account feature takes them.
 */
export const noticeTemplates = {
  ...transferNotices,
  ...depositNotices,
  ...withdrawalNotices,
  ...packageNotices,
  ...stakeNotices,
  ...bonusNotices,
  ...securityNotices,
  ...memberNotices,
  ...inquiryNotices,
  ...termsNotices,
};

export type NoticeTemplate = keyof typeof noticeTemplates;
