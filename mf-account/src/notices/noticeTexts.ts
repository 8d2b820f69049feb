import type { NoticeTemplate } from '@trellis/api-contract';

/** Where the text of each notice stands. */
export const noticeTexts = {
  transferReceived: { title: 'notify.transferReceived.title', text: 'notify.transferReceived.text' },
  depositCredited: { title: 'notify.depositCredited.title', text: 'notify.depositCredited.text' },
  depositBelowMinimum: { title: 'notify.depositBelowMinimum.title', text: 'notify.depositBelowMinimum.text' },
  depositHeld: { title: 'notify.depositHeld.title', text: 'notify.depositHeld.text' },
  withdrawalSubmitted: { title: 'notify.withdrawalSubmitted.title', text: 'notify.withdrawalSubmitted.text' },
  withdrawalSent: { title: 'notify.withdrawalSent.title', text: 'notify.withdrawalSent.text' },
  withdrawalComplete: { title: 'notify.withdrawalComplete.title', text: 'notify.withdrawalComplete.text' },
  withdrawalRejected: { title: 'notify.withdrawalRejected.title', text: 'notify.withdrawalRejected.text' },
  newDevice: { title: 'notify.newDevice.title', text: 'notify.newDevice.text' },
  passwordChanged: { title: 'notify.passwordChanged.title', text: 'notify.passwordChanged.text' },
  passwordReset: { title: 'notify.passwordReset.title', text: 'notify.passwordReset.text' },
  googleBound: { title: 'notify.googleBound.title', text: 'notify.googleBound.text' },
  googleUnbound: { title: 'notify.googleUnbound.title', text: 'notify.googleUnbound.text' },
  recoveryCodeUsed: { title: 'notify.recoveryCodeUsed.title', text: 'notify.recoveryCodeUsed.text' },
  emailChanged: { title: 'notify.emailChanged.title', text: 'notify.emailChanged.text' },
  addressAdded: { title: 'notify.addressAdded.title', text: 'notify.addressAdded.text' },
  accountFrozen: { title: 'notify.accountFrozen.title', text: 'notify.accountFrozen.text' },
  sessionEnded: { title: 'notify.sessionEnded.title', text: 'notify.sessionEnded.text' },
  passkeyAdded: { title: 'notify.passkeyAdded.title', text: 'notify.passkeyAdded.text' },
  passkeyRemoved: { title: 'notify.passkeyRemoved.title', text: 'notify.passkeyRemoved.text' },
  passkeysEnded: { title: 'notify.passkeysEnded.title', text: 'notify.passkeysEnded.text' },
  secondFactorReset: { title: 'notify.secondFactorReset.title', text: 'notify.secondFactorReset.text' },
  secondFactorResetPending: {
    title: 'notify.secondFactorResetPending.title',
    text: 'notify.secondFactorResetPending.text',
  },
  secondFactorResetCancelled: {
    title: 'notify.secondFactorResetCancelled.title',
    text: 'notify.secondFactorResetCancelled.text',
  },
  suspended: { title: 'notify.suspended.title', text: 'notify.suspended.text' },
  restored: { title: 'notify.restored.title', text: 'notify.restored.text' },
  inquiryAnswered: { title: 'notify.inquiryAnswered.title', text: 'notify.inquiryAnswered.text' },
  termsChanged: { title: 'notify.termsChanged.title', text: 'notify.termsChanged.text' },
} as const satisfies Record<NoticeTemplate, { readonly title: string; readonly text: string }>;
