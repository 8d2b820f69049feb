import type { LockCause, SuspensionCause } from '@trellis/api-contract';

/** Why money can’t leave for a while. */
export const lockText = {
  password_changed: 'members.lock.passwordChanged',
  password_reset: 'members.lock.passwordReset',
  google_unbound: 'members.lock.googleUnbound',
  google_reset: 'members.lock.googleReset',
  email_changed: 'members.lock.emailChanged',
  frozen: 'members.lock.frozen',
} as const satisfies Record<LockCause, string>;

/** Of what is a member’s, where it stands. */
export const balanceText = {
  available: 'members.balance.available',
  locked: 'members.balance.locked',
  pending: 'members.balance.pending',
  staked: 'members.balance.staked',
} as const;

/** What an operator calls a cause of a suspension; a member reads `suspensionCauseTexts`. */
export const causeText = {
  securityCheck: 'members.cause.securityCheck',
  identityCheck: 'members.cause.identityCheck',
  termsBreach: 'members.cause.termsBreach',
  legalOrder: 'members.cause.legalOrder',
  ownRequest: 'members.cause.ownRequest',
  other: 'members.cause.other',
} as const satisfies Record<SuspensionCause, string>;
