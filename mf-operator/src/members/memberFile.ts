import type { OutputOf } from '@trellis/api-contract';

/** A member as an operator sees them. */
export type MemberFile = OutputOf<'operator', 'getMember'>;
