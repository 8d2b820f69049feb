/** What an inquiry can be about. */
export const inquiryTypes = ['deposit', 'withdraw', 'stake', 'package', 'team', 'account', 'other'] as const;
export type InquiryType = (typeof inquiryTypes)[number];

export const inquiryStatuses = ['received', 'answered', 'closed'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/**
 * So many inquiries of one member may wait for an answer at a time, far more than anybody has matters. What was answered does not
 * count, so nobody who gets answers is ever held back, and to those that wait more can be written.
 */
export const mostWaitingInquiries = 20;
/** So many messages a member may write to one inquiry in a row. With an answer it begins again. */
export const mostUnansweredMessages = 50;

/**
 * So many days after the last answer an inquiry closes, long enough for whoever is away for a week or two; then the member begins
 * another. Until then the support sees the member's records.
 */
export const quietInquiryDays = 14;

/** Characters of one message, as JavaScript counts them. */
export const longestInquiryText = 2_000;
