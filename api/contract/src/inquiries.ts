/** What an inquiry can be about. */
export const inquiryTypes = ['deposit', 'withdraw', 'stake', 'package', 'team', 'account', 'other'] as const;
export type InquiryType = (typeof inquiryTypes)[number];

export const inquiryStatuses = ['received', 'answered', 'closed'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** Characters of one message, as JavaScript counts them. */
export const longestInquiryText = 2_000;
