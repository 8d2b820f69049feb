import type { MailTemplate } from './templates.ts';

/**
 * What becomes of a mail that could not be sent:
 * - `code`: its code is good for ten minutes, and nobody is sent an old one: they ask for another;
 * - `link`: what it leads to is a secret of a few days, which is not kept for longer than it is tried;
 * - `security`: it says what happened to what protects an account, and an operator can have it sent later;
 * - `notice`: the same of everything else.
 */
type MailKind = 'code' | 'link' | 'security' | 'notice';

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
  alreadyMember: 'security',
  noAccount: 'security',
  passwordChanged: 'security',
  passwordReset: 'security',
  googleBound: 'security',
  googleUnbound: 'security',
  recoveryCodeUsed: 'security',
  emailChanged: 'link',
  accountFrozen: 'security',
  sessionEnded: 'security',
  passkeyAdded: 'security',
  passkeyRemoved: 'security',
  addressAdded: 'security',
  memberSuspended: 'security',
  memberRestored: 'security',
  factorResetCancelled: 'security',
  factorReset: 'security',
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
  withdrawalWaits: 'notice',
  depositReturnWaits: 'notice',
};

/** Whether what it says still holds when it is sent late. */
export const isRetained = (template: MailTemplate): boolean => !['code', 'link'].includes(mailKinds[template]);

/** Which mails go first: 0 before 1 before 2, as the table says it. */
export type MailPriority = 0 | 1 | 2;
/** The last that is urgent: nobody is kept waiting for a code, or for what may be an attack on their account. */
export const lastUrgent: MailPriority = 1;
const priorities: Readonly<Record<MailKind, MailPriority>> = { code: 0, link: 1, security: 1, notice: 2 };

export const priorityOf = (template: MailTemplate): MailPriority => priorities[mailKinds[template]];

/** Until when it may be sent; `undefined`: however late. */
export const sendableUntil = (template: MailTemplate, createdAt: Date): Date | undefined =>
  mailKinds[template] === 'code' ? new Date(createdAt.getTime() + codeLifeMs) : undefined;
