/** What members do that a stolen password alone must not be enough for. Each has its rule on the server. */
export const memberActions = [
  'depositAddress',
  'exchange',
  'transfer',
  'withdrawal',
  'package',
  'stake',
  'stakePayout',
  'address',
  'changeEmail',
  'unbindGoogle',
  'changePassword',
  'addPasskey',
] as const;
export type MemberAction = (typeof memberActions)[number];

/** Those that a passkey proves as a code does. What guards the account itself asks for the code. */
export const passkeyActions = [
  'depositAddress',
  'exchange',
  'transfer',
  'withdrawal',
  'package',
  'stake',
  'stakePayout',
  'address',
] as const;
export type PasskeyAction = (typeof passkeyActions)[number];

/** Those that a code by mail proves where no authenticator is bound. The others ask to bind one, whatever their rule says. */
export const mailedActions = [
  'depositAddress',
  'exchange',
  'package',
  'stake',
  'addPasskey',
] as const satisfies readonly MemberAction[];

/** What proves the person: nothing more, a code by mail, or one of Google Authenticator. */
export const factorKinds = ['none', 'email', 'google'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** Why withdrawals, transfers and changes of addresses wait. */
export const lockCauses = [
  'password_changed',
  'password_reset',
  'google_unbound',
  'google_reset',
  'email_changed',
  'frozen',
] as const;
export type LockCause = (typeof lockCauses)[number];

/** Those of them that a member brings about, and is notified of before. */
export const ownLockCauses = [
  'password_changed',
  'google_unbound',
  'email_changed',
] as const satisfies readonly LockCause[];
export type OwnLockCause = (typeof ownLockCauses)[number];
