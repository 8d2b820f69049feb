import type { OutputOf } from '@trellis/api-contract';

/** One inquiry with all that was written, and whose it is. */
export type MemberInquiry = OutputOf<'operator', 'getMemberInquiry'>;
