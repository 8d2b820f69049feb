import type { MailTemplate } from './templates.ts';

/**
 * What becomes of a mail that could not be sent:
 * - `code`: its code is good for ten minutes, and nobody is sent an old one: they ask for another;
 * - `link`: what it leads to is a secret of a few days, which is not kept for longer than it is tried;
 * - `notice`: it says what happened, and an operator can have it sent later.
 */
type MailKind = 'code' | 'link' | 'notice';

/** As long as `identity/credentials/emailCodes.ts` takes one; a test holds the two together. */
const codeLifeMs = 10 * 60_000;

const mailKinds: Readonly<Record<MailTemplate, MailKind>> = {
  registerCode: 'code',
  resetCode: 'code',
  newEmailCode: 'code',
  bindGoogleCode: 'code',
  changeEmailCode: 'code',
  depositAddressCode: 'code',
  exchangeCode: 'code',
  packageCode: 'code',
  stakeCode: 'code',
  addPasskeyCode: 'code',
  newDevice: 'link',
  codeGuessed: 'link',
  factorResetPending: 'link',
  alreadyMember: 'notice',
  noAccount: 'notice',
  passwordChanged: 'notice',
  passwordReset: 'notice',
  googleBound: 'notice',
  googleUnbound: 'notice',
  recoveryCodeUsed: 'notice',
  emailChanged: 'link',
  accountFrozen: 'notice',
  sessionEnded: 'notice',
  passkeyAdded: 'notice',
  passkeyRemoved: 'notice',
  addressAdded: 'notice',
  memberSuspended: 'notice',
  memberRestored: 'notice',
  factorResetCancelled: 'notice',
  factorReset: 'notice',
  packageBought: 'notice',
  packageCancelled: 'notice',
  packageReleased: 'notice',
  stakeStarted: 'notice',
  stakeMatures: 'notice',
  stakeRenewed: 'notice',
  stakeUnlocked: 'notice',
  stakeReturned: 'notice',
  stakeEnded: 'notice',
  withdrawalSubmitted: 'notice',
  withdrawalComplete: 'notice',
  withdrawalRejected: 'notice',
  payoutRejected: 'notice',
  depositReturning: 'notice',
};

/** Whether what it says still holds when it is sent late. */
export const isKeptForLater = (template: MailTemplate): boolean => mailKinds[template] === 'notice';

/** Until when it may be sent; `undefined`: however late. */
export const sendableUntil = (template: MailTemplate, createdAt: Date): Date | undefined =>
  mailKinds[template] === 'code' ? new Date(createdAt.getTime() + codeLifeMs) : undefined;
