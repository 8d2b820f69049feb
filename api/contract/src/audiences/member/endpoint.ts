import type { Endpoint } from '../endpoint.ts';

/** Anyone, a member with a session, or one who is not suspended and has agreed to the current terms. */
/** `anyLock`: who is logged in, also while their browser is locked. */
export type MemberPolicy = 'public' | 'anyLock' | 'member' | 'activeMember';

export const cacheTags = [
  'Session',
  'Security',
  'Balance',
  'Record',
  'Team',
  'Notice',
  'Inquiry',
  'Terms',
  'Address',
  'Deposit',
  'Withdrawal',
  'Package',
  'Stake',
  'Push',
] as const;
export type CacheTag = (typeof cacheTags)[number];

export type MemberEndpoint = Endpoint<MemberPolicy, CacheTag>;
